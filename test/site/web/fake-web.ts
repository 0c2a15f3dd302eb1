import type { WebClient, WebRequest, WebResult } from '@platen/site'

/** A page of the web that tests make: its text, or a result. */
export type FakePage =
  | string
  | { readonly body: string; readonly type?: string; readonly status?: number; readonly url?: string }
  | WebResult

/** A web of a few pages by URL, and the requests that reached it. All else is refused. */
export function fakeWeb(pages: Readonly<Record<string, FakePage>>) {
  const requests: string[] = []
  const web: WebClient = {
    permits: url => /^https?:\/\//.test(url) && URL.canParse(url) && !/^https?:\/\/(?:10\.|127\.|\[|[^/]*@)/.test(url),
    async get(url: string, { maxBytes }: WebRequest): Promise<WebResult> {
      requests.push(url)
      const page = pages[url]
      if (page === undefined) return { outcome: 'refused', reason: 'No such host.' }
      if (typeof page !== 'string' && 'outcome' in page) return page
      const {
        body,
        type = 'text/html',
        status = 200,
        url: final = url,
      } = typeof page === 'string' ? { body: page } : page
      const bytes = Buffer.from(body)
      return {
        outcome: 'response',
        status,
        url: final,
        contentType: type,
        bytes: bytes.subarray(0, maxBytes),
        truncated: bytes.length > maxBytes,
      }
    },
  }
  return { web, requests }
}
