import type { IncomingMessage, ServerResponse } from 'node:http'
import { isUrl, type PageResponse, RestError } from '@platen/core'
import { clientOf } from '@platen/http'
import { REST_NONCE, type Session, type SignInInput, type Site } from '@platen/site'
import { plainTextHeaders, servePlainText } from './front-page.js'

/** Answers the requests that are its own; `false` for others. */
export type FormSignIn = (req: IncomingMessage, res: ServerResponse) => Promise<boolean>

const MAX_FORM_BYTES = 64 * 1024
const PRIVATE = { 'Cache-Control': 'private, no-store' }

/** How sign-ins by form are answered. */
export interface FormSignInOptions {
  /** As in `HttpOptions`. */
  readonly trustProxy?: number | boolean | undefined
  /** The page for a refused sign-in; a plain text by default. */
  readonly refusal?: ((login: string, error?: RestError) => Promise<PageResponse>) | undefined
}

/**
 * Serves the paths by which clients of the site's dialect sign in: the form of the login page, and the nonce for
 * requests of the REST interface.
 */
export function formSignIn(site: Site, { trustProxy, refusal = plainRefusal }: FormSignInOptions = {}): FormSignIn {
  const { dialect, url } = site.context
  const { origin } = new URL(url)
  const paths = dialect.signInPaths
  return async (req, res) => {
    if (paths === undefined) return false
    const [path = '', query = ''] = (req.url ?? '').split('?', 2)
    const parameters = new URLSearchParams(query)
    if (path === paths.form && req.method === 'POST' && isSignIn(parameters)) await receiveForm(req, res, parameters)
    else if (path === paths.nonce && parameters.get('action') === 'rest-nonce') await sendNonce(req, res)
    else return false
    return true
  }

  async function receiveForm(req: IncomingMessage, res: ServerResponse, query: URLSearchParams): Promise<void> {
    if (isForeign(req, origin))
      return servePlainText(res, 403, 'Forms of other sites are not accepted.', { ...PRIVATE, Connection: 'close' })
    if (!/^\s*application\/x-www-form-urlencoded\b/i.test(req.headers['content-type'] ?? ''))
      return servePlainText(res, 415, 'Send a URL-encoded form.', { ...PRIVATE, Connection: 'close' })
    const form = await readForm(req, res)
    if (form === undefined)
      return servePlainText(res, 413, `Forms of up to ${MAX_FORM_BYTES} bytes are accepted.`, {
        ...PRIVATE,
        Connection: 'close',
      })
    const login = form.get('log') ?? ''
    const session = await signIn({
      login,
      password: form.get('pwd') ?? '',
      remember: !['', '0'].includes(form.get('rememberme') ?? ''),
      remoteAddress: clientOf(req, trustProxy).remoteAddress,
    })
    if (session === undefined) return sendPage(res, await refusal(login))
    if (session instanceof RestError) return sendPage(res, await refusal(login, session))
    redirect(res, session, form.get('redirect_to') ?? query.get('redirect_to') ?? '')
  }

  /** Begins a session; resolves with the error for a client that has to wait. */
  async function signIn(input: SignInInput): Promise<Session | RestError | undefined> {
    try {
      return await site.sessions.signIn(input)
    } catch (error) {
      if (!(error instanceof RestError) || error.status !== 429) throw error
      return error
    }
  }

  function redirect(res: ServerResponse, session: Session, to: string): void {
    const target = isUrl(to, `${url}/`) ? new URL(to, `${url}/`) : undefined
    const location = target?.origin === origin ? `${origin}${target.pathname}${target.search}${target.hash}` : `${url}/`
    res.writeHead(302, {
      ...PRIVATE,
      Location: location,
      'Set-Cookie': [...site.sessions.setCookies(session)],
      'Content-Length': 0,
    })
    res.end()
  }

  async function sendNonce(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const session = await site.sessions.read(req.headers.cookie)
    const text = session === undefined ? '0' : site.sessions.nonce(session, REST_NONCE)
    res.writeHead(session === undefined ? 400 : 200, {
      ...PRIVATE,
      'Content-Type': 'text/plain; charset=UTF-8',
      'X-Content-Type-Options': 'nosniff',
      'Content-Length': Buffer.byteLength(text),
    })
    res.end(req.method === 'HEAD' ? undefined : text)
  }
}

/** Whether the login page signs somebody in: its other forms, such as that for the password of a post, are no attempts. */
const isSignIn = (query: URLSearchParams): boolean => ['', 'login'].includes(query.get('action') ?? '')

async function plainRefusal(_login: string, error?: RestError): Promise<PageResponse> {
  const body = `${error?.message ?? 'The login or the password is wrong.'}\n`
  return { status: error?.status ?? 403, headers: { ...plainTextHeaders, ...PRIVATE, ...error?.headers }, body }
}

function sendPage(res: ServerResponse, { status, headers, body }: PageResponse): void {
  const all = Object.entries(headers).flatMap(([name, value]) => [name, typeof value === 'string' ? value : [...value]])
  res.writeHead(status, [...all, 'Content-Length', String(Buffer.byteLength(body))])
  res.end(body)
}

/** Whether a browser sends the request for a page of another site, which could sign its readers in as somebody else. */
function isForeign({ headers }: IncomingMessage, own: string): boolean {
  const site = headers['sec-fetch-site']
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none'
  return headers.origin !== undefined && headers.origin !== own
}

/** The fields of a form; `undefined` if it is too large. */
async function readForm(req: IncomingMessage, res: ServerResponse): Promise<URLSearchParams | undefined> {
  if (Number(req.headers['content-length'] ?? 0) > MAX_FORM_BYTES) return undefined
  if (req.headers.expect !== undefined) res.writeContinue()
  const chunks: Buffer[] = []
  let size = 0
  // Destroying the request would close the connection before the response.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_FORM_BYTES) return undefined
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
