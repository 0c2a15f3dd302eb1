import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import { selfSigned } from './self-signed.js'

/** An application that asks for a password of its own: what its server gets. */
export interface Application {
  /** `https://app.example`, to which the flags lead Chromium. */
  readonly origin: string
  readonly flags: readonly string[]
  /** The requests that browsers have sent to it. */
  readonly requests: readonly { readonly url: URL; readonly referrer: string | undefined }[]
  /** The site that it works with: the URL of its interface, and the namespace of its posts. */
  use(api: string, namespace?: string): void
}

const HOST = 'app.example'
const ORIGIN = `https://${HOST}`
export const APP_ID = '11111111-2222-4333-8444-555555555555'

interface Discovery {
  readonly authentication: {
    readonly 'application-passwords'?: { readonly endpoints: { readonly authorization: string } }
  }
}

/** The URL of the page of approval that a site names. */
export async function approvalUrl(api: string, parameters: Readonly<Record<string, string>>): Promise<string> {
  const { authentication } = (await (await fetch(api)).json()) as Discovery
  const url = authentication['application-passwords']?.endpoints.authorization
  if (url === undefined) throw new Error(`${api} has no page of approval`)
  return `${url}?${new URLSearchParams(parameters)}`
}

/** Creates a post with what `success_url` got. */
async function createPost(posts: string, { searchParams }: URL): Promise<string> {
  const credentials = `${searchParams.get('user_login')}:${searchParams.get('password')}`
  const headers = { authorization: `Basic ${btoa(credentials)}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ title: 'From the application', status: 'publish' })
  const response = await fetch(posts, { method: 'POST', headers, body })
  return `${response.status} for ${searchParams.get('site_url')}`
}

/**
 * Serves the application: `/connect` asks for approval, `/done` creates a post, `/refused` is for refusals. Other servers
 * of this origin are the same one.
 */
export async function serveApplication(t: Test): Promise<Application> {
  let api = ''
  let posts = ''
  const requests: { url: URL; referrer: string | undefined }[] = []
  const answers: Readonly<Record<string, (url: URL) => Promise<string>>> = {
    '/done': async url => (url.searchParams.get('success') === 'false' ? 'No password' : createPost(posts, url)),
    '/refused': async () => 'Refused',
  }
  const server = createServer(selfSigned(HOST), async (request, response) => {
    const url = new URL(request.url ?? '/', ORIGIN)
    requests.push({ url, referrer: request.headers.referer })
    const parameters = { app_name: 'Garden <app>', app_id: APP_ID, ...Object.fromEntries(url.searchParams) }
    if (url.pathname === '/connect')
      return response.writeHead(303, { location: await approvalUrl(api, parameters) }).end()
    const text = await answers[url.pathname]?.(url)
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/html' })
    response.end(`<!doctype html><title>Application</title><p>${text}</p>`)
  })
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const flags = [`--host-resolver-rules=MAP ${HOST}:443 localhost:${port}`, '--ignore-certificate-errors']
  return {
    origin: ORIGIN,
    flags,
    requests,
    use: (url, namespace = 'cms/v2') => {
      api = url
      posts = `${url}/${namespace}/posts`
    },
  }
}
