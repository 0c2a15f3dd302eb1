import type { TestSite } from '../site/make-site.js'

/** Creates an application password of the administrator. */
export async function applicationPassword({ site, users }: TestSite): Promise<{ login: string; password: string }> {
  const user = users.get('administrator')
  if (user === undefined) throw new Error('The site has no administrator.')
  const { secret } = await site.content.applicationPasswords.create(
    { user: user.id, name: 'client' },
    { as: site.system },
  )
  return { login: user.login, password: secret }
}

/** A request as the fake server below sees it. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What a fake server responds: the status, the body as JSON or as text, and headers; or a failure of the network. */
export type FakeResponse = readonly [status: number, body?: unknown, headers?: Readonly<Record<string, string>>] | Error

/** A `fetch` that responds with a list of responses in turn, and the requests that it got. */
export function fakeServer(responses: readonly FakeResponse[]) {
  const sent: SentRequest[] = []
  const fetch = async (request: Request): Promise<Response> => {
    const response = responses[sent.length]
    const { method, url, headers } = request
    sent.push({ method, url, headers: Object.fromEntries(headers), body: await request.text() })
    request.signal.throwIfAborted()
    if (response === undefined) throw new Error('one request too many')
    if (response instanceof Error) throw response
    const [status, body, own = {}] = response
    return new Response(typeof body === 'string' || body === undefined ? body : JSON.stringify(body), {
      status,
      headers: own,
    })
  }
  return { fetch, sent }
}
