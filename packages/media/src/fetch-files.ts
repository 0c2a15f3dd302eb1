import type { FileStorage, PublicFiles } from '@platen/site/media'
import { fileResponses, type ServeFilesOptions } from './file-response.js'

/**
 * The equivalent of `serveFiles` for requests of the fetch standard, for the `fallback` of the fetch adapter. It
 * resolves with `undefined` if the request is for something else.
 */
export function fetchFiles(
  files: FileStorage | PublicFiles,
  options: ServeFilesOptions = {},
): (request: Request) => Promise<Response | undefined> {
  const respond = fileResponses(files, options)
  return async request => {
    const { pathname, search } = new URL(request.url)
    const header = (name: string) => request.headers.get(name) ?? undefined
    const response = await respond({ method: request.method, url: pathname + search, header })
    if (response === undefined) return undefined
    const { status, headers, body } = response
    return new Response(body === undefined ? null : streamOf(body), { status, headers: { ...headers } })
  }
}

/** Converts chunks to a stream, which reads them as the client consumes them. */
function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
