import type { ArrivingBody } from '@platen/core'

/**
 * The bytes of a stream, also for runtimes whose streams are not iterable. The platform discards unread bytes:
 * cancelling the body of a request would close the connection before the response is sent. `arriving` limits how long
 * the client may take.
 */
export async function* streamBytes(
  stream: ReadableStream<Uint8Array> | null,
  arriving?: ArrivingBody,
): AsyncGenerator<Uint8Array> {
  const reader = stream?.getReader()
  if (reader === undefined) return
  type Read = Awaited<ReturnType<typeof reader.read>>
  const next = () =>
    arriving === undefined
      ? reader.read()
      : arriving.wait<Read>((resolve, reject) => {
          reader.read().then(resolve, reject)
          return () => {}
        })
  try {
    for (let read = await next(); !read.done; read = await next()) yield read.value
  } finally {
    reader.releaseLock()
  }
}
