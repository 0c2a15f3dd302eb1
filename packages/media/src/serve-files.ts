import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { FileStorage, PublicFiles } from '@platen/site/media'
import { fileResponses, type ServeFilesOptions } from './file-response.js'
import { codeOf } from './temporary-files.js'

/** Responds to a request for a file; resolves with `false` when the request is for something else. */
export type FileServer = (req: IncomingMessage, res: ServerResponse) => Promise<boolean>

/**
 * Creates a server of a storage's files, or of other public files such as `themeFiles`, at their URLs. Use it in the
 * `fallback` of the HTTP adapter if no web server serves the files. Files are streamed if the storage supports it.
 * Browsers neither sniff types nor run scripts in uploads; everything except images, audio, video, plain text and PDF
 * files is a download.
 */
export function serveFiles(files: FileStorage | PublicFiles, options: ServeFilesOptions = {}): FileServer {
  const respond = fileResponses(files, options)
  return async (req, res) => {
    const header = (name: string) => {
      const value = req.headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    }
    const response = await respond({ method: req.method ?? '', url: req.url ?? '', header })
    if (response === undefined) return false
    res.writeHead(response.status, response.headers)
    if (response.body === undefined) res.end()
    else await send(response.body, res)
    return true
  }
}

/** Responds to a request of the fetch standard for a file; resolves with `undefined` if it is for something else. */
export type FilesHandler = (request: Request) => Promise<Response | undefined>

/** Does the same as {@link serveFiles} for servers with the fetch API: Hono, Next.js, Bun, Deno. */
export function toFilesHandler(files: FileStorage | PublicFiles, options: ServeFilesOptions = {}): FilesHandler {
  const respond = fileResponses(files, options)
  return async ({ method, url, headers }) => {
    const { pathname, search } = new URL(url)
    const response = await respond({ method, url: pathname + search, header: name => headers.get(name) ?? undefined })
    if (response === undefined) return undefined
    const { status, headers: sent, body } = response
    return new Response(body === undefined ? null : ReadableStream.from(body), { status, headers: sent })
  }
}

/** A client that disconnects is not an error; a file that cannot be read aborts the response. */
async function send(chunks: AsyncIterable<Uint8Array>, res: ServerResponse): Promise<void> {
  try {
    await pipeline(chunks, res)
  } catch (error) {
    if (codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}
