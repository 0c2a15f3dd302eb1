/** Receives how many bytes of an upload are sent. */
export type OnProgress = (progress: { readonly loaded: number; readonly total: number }) => void

/**
 * Sends a form and reports progress: with `XMLHttpRequest` in browsers, elsewhere by a stream, whose bytes count when
 * `fetch` reads them.
 */
export function sendWithProgress(
  url: string,
  init: RequestInit,
  onProgress: OnProgress,
  fetchRequest?: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (fetchRequest === undefined && typeof XMLHttpRequest === 'function') return sendByXhr(url, init, onProgress)
  return (fetchRequest ?? fetch)(streamed(url, init, onProgress))
}

function streamed(url: string, init: RequestInit, onProgress: OnProgress): Request {
  const form = new Response(init.body)
  let total = 0
  if (init.body instanceof FormData)
    for (const value of init.body.values()) total += typeof value === 'string' ? 0 : value.size
  let loaded = 0
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const before = loaded
      // The fields and names of the form count as well.
      loaded = Math.min(total, loaded + chunk.length)
      if (loaded > before) onProgress({ loaded, total })
      controller.enqueue(chunk)
    },
  })
  const headers = new Headers(init.headers)
  headers.set('content-type', form.headers.get('content-type') ?? '')
  const request = { ...init, headers, body: form.body?.pipeThrough(count) ?? null, duplex: 'half' }
  return new Request(url, request)
}

function sendByXhr(
  url: string,
  { method = 'POST', headers, body, signal, credentials }: RequestInit,
  onProgress: OnProgress,
) {
  return new Promise<Response>((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(method, url)
    xhr.withCredentials = credentials === 'include'
    new Headers(headers).forEach((value, name) => {
      xhr.setRequestHeader(name, value)
    })
    xhr.upload.onprogress = ({ loaded, total }) => onProgress({ loaded, total })
    xhr.onload = () => {
      // It follows redirects, and then reads.
      if (xhr.responseURL !== new Request(url).url) return resolve(Response.error())
      const lines = xhr.getAllResponseHeaders().trim().split(/\r?\n/)
      const received = lines.flatMap((line): [string, string][] => {
        const at = line.indexOf(':')
        return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 1).trim()]]
      })
      resolve(new Response(xhr.responseText || null, { status: xhr.status, headers: received }))
    }
    xhr.onerror = () => reject(new TypeError('Failed to fetch'))
    xhr.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    if (signal?.aborted) return reject(signal.reason)
    xhr.send(body instanceof FormData ? body : null)
  })
}
