import { type PageHandler, type PageRequest, type PageResponse, RestError, readForm } from '@platen/core'
import { REST_NONCE, type Site } from '@platen/site'
import { redirectTarget, type Session } from '@platen/site/console'
import type { SignInInput } from '@platen/site/operations'
import { plainTextHeaders } from './front-page.js'

const MAX_FORM_BYTES = 64 * 1024
const PRIVATE = { 'Cache-Control': 'private, no-store' }

/** The details of a refused sign-in. */
export interface RefusedSignIn {
  readonly login: string
  /** The redirect target, as the client sent it. */
  readonly redirectTo: string
  /** Why the client has to wait. */
  readonly error?: RestError | undefined
}

/** Responds to a refused sign-in; by default with plain text. */
export type SignInRefusal = (refused: RefusedSignIn) => Promise<PageResponse>

/**
 * Handles the sign-in paths of the site's dialect: the form of the login page, and the nonce for requests to the REST
 * interface.
 */
export function formSignIn(site: Site, refusal: SignInRefusal = plainRefusal): PageHandler {
  const { dialect, url } = site.context
  const { origin } = new URL(url)
  const paths = dialect.signInPaths
  return async request => {
    if (paths === undefined) return undefined
    const [path = '', query = ''] = request.url.split('?', 2)
    const parameters = new URLSearchParams(query)
    if (path === paths.form && request.method === 'POST' && isSignIn(parameters))
      return receiveForm(request, parameters)
    if (path === paths.nonce && parameters.get('action') === 'rest-nonce') return sendNonce(request)
    return undefined
  }

  async function receiveForm(request: PageRequest, query: URLSearchParams): Promise<PageResponse> {
    if (isForeign(request, origin)) return plainText(403, 'Forms of other sites are not accepted.')
    const form = await fieldsOf(request)
    if (form instanceof RestError) return plainText(form.status ?? 400, form.message)
    const login = form('log') ?? ''
    const redirectTo = form('redirect_to') ?? query.get('redirect_to') ?? ''
    const session = await signIn({
      login,
      password: form('pwd') ?? '',
      remember: !['', '0'].includes(form('rememberme') ?? ''),
      remoteAddress: request.remoteAddress,
    })
    if (session === undefined) return refusal({ login, redirectTo })
    if (session instanceof RestError) return refusal({ login, redirectTo, error: session })
    return {
      status: 302,
      headers: {
        ...PRIVATE,
        Location: redirectTarget(url, redirectTo) ?? `${url}/`,
        'Set-Cookie': site.sessions.setCookies(session),
      },
      body: '',
    }
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

  async function sendNonce({ headers = {} }: PageRequest): Promise<PageResponse> {
    const session = await site.sessions.read(headers['cookie'])
    return {
      status: session === undefined ? 400 : 200,
      headers: { ...PRIVATE, 'Content-Type': 'text/plain; charset=UTF-8', 'X-Content-Type-Options': 'nosniff' },
      body: session === undefined ? '0' : site.sessions.nonce(session, REST_NONCE),
    }
  }
}

/** Whether a form of the login page is a sign-in: its other forms, such as the one for a post password, are not. */
const isSignIn = (query: URLSearchParams): boolean => ['', 'login'].includes(query.get('action') ?? '')

const plainText = (status: number, text: string, headers: PageResponse['headers'] = {}): PageResponse => ({
  status,
  headers: { ...plainTextHeaders, ...PRIVATE, ...headers },
  body: `${text}\n`,
})

const plainRefusal: SignInRefusal = async ({ error }) =>
  plainText(error?.status ?? 403, error?.message ?? 'The login or the password is wrong.', error?.headers)

/**
 * Whether a browser sends the request from a page of another site, which could sign its visitors in as somebody else.
 */
function isForeign({ headers = {} }: PageRequest, own: string): boolean {
  const { 'sec-fetch-site': site, origin } = headers
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return origin !== undefined && origin !== own
}

/** The fields of the form by name, or why it cannot be read. */
async function fieldsOf({ body, headers = {} }: PageRequest) {
  try {
    const fields = await readForm(body, headers['content-type'], MAX_FORM_BYTES)
    return (name: string): string | undefined => {
      const value = fields[name]
      return typeof value === 'string' ? value : undefined
    }
  } catch (error) {
    if (!(error instanceof RestError) || (error.status ?? 500) >= 500) throw error
    return error
  }
}
