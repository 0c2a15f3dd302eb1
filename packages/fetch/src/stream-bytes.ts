/**
 * The bytes of a stream, also for runtimes whose streams are not iterable. The platform discards unread bytes:
 * cancelling the body of a request would close the connection before the response is sent.
 */
export async function* streamBytes(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = stream?.getReader()
  if (reader === undefined) return
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    reader.releaseLock()
  }
}
