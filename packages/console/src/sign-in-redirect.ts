import { type PageRequest, type PageResponse, parseQuery } from '@platen/core'
import { redirectTarget } from '@platen/site/console'
import { dialectPath } from './dialect-path.js'
import { type Fields, textFields } from './form.js'
import { redirect } from './response.js'
import type { ConsoleTarget } from './target.js'
import { withParameter } from './with-parameter.js'

/** The login page parameter with the target after sign-in. */
export const REDIRECT_TO = 'redirect_to'

/** The name of the page that handles the links and forms of a login page, in dialects without one. */
export const SIGN_IN_PAGE = 'sign-in'

/** The console pages for the actions of a dialect's login page, by its parameter `action`. */
const PAGES: Readonly<Record<string, string>> = {
  login: SIGN_IN_PAGE,
  logout: 'sign-out',
  lostpassword: 'lost-password',
  retrievepassword: 'lost-password',
  rp: 'set-password',
  resetpass: 'set-password',
}

/** The forms of a dialect's login page that console pages handle, with the mapping of their fields. */
const FORMS: Readonly<Record<string, (sent: Fields) => Fields>> = {
  'lost-password': ({ user_login: login = '' }) => ({ login }),
  'set-password': ({ pass1: password = '', pass2: repeat = password }) => ({ password, repeat }),
}

/** The pages that redirect to a target. */
const WITH_TARGET: ReadonlySet<string> = new Set([SIGN_IN_PAGE, 'sign-out'])

/** The console page for an action of a login page. */
export const pageOf = (action: string): string =>
  (Object.hasOwn(PAGES, action) ? PAGES[action] : undefined) ?? SIGN_IN_PAGE

/** A page with the target of its redirect, if that is a URL of the site. */
export function withTarget(siteUrl: string, page: string, next = ''): string {
  const target = redirectTarget(siteUrl, next)
  return target === undefined ? page : withParameter(page, REDIRECT_TO, target)
}

/** Handles a form with a page of the console; `translate` returns its fields and the query of the page. */
export type FormAnswer = (
  request: PageRequest,
  target: ConsoleTarget,
  translate: (sent: Fields) => Pick<ConsoleTarget, 'query'> & { readonly form: Fields },
) => Promise<PageResponse>

/**
 * Redirects from the login page of a dialect to the pages of the console, which also handle its forms for lost
 * passwords. Returns `undefined` for other requests.
 */
export function signInRedirect(
  siteUrl: string,
  path: string,
  base: string,
  answer: FormAnswer,
): (request: PageRequest) => Promise<PageResponse> | PageResponse | undefined {
  const { queryOf, toConsole } = dialectPath(siteUrl, path, base)
  return request => {
    const given = queryOf(request.url)
    if (given === undefined) return undefined
    const { action = 'login', key = '', [REDIRECT_TO]: next = '' } = textFields(parseQuery(given))
    const name = pageOf(action)
    if (request.method === 'GET' || request.method === 'HEAD') {
      const page = toConsole + name
      if (name === 'set-password') return redirect(withParameter(page, 'token', key))
      return redirect(WITH_TARGET.has(name) ? withTarget(siteUrl, page, next) : page)
    }
    const fieldsOf = request.method === 'POST' && Object.hasOwn(FORMS, name) ? FORMS[name] : undefined
    if (fieldsOf === undefined) return undefined
    const target = { name, query: {}, search: '', root: toConsole, prefix: toConsole }
    return answer(request, target, sent => {
      const { rp_key: token = key } = sent
      return { query: { token }, form: fieldsOf(sent) }
    })
  }
}
