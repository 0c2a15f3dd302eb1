import { type PageRequest, type PageResponse, parseQuery } from '@platen/core'
import { redirectTarget } from '@platen/site'
import { dialectPath } from './dialect-path.js'
import { type Fields, textFields } from './form.js'
import { redirect } from './response.js'
import type { ConsoleTarget } from './target.js'
import { withParameter } from './with-parameter.js'

/** The login page parameter with the target after sign-in. */
export const REDIRECT_TO = 'redirect_to'

/** The console pages for the actions of a dialect's login page, by its parameter `action`. */
const PAGES: Readonly<Record<string, string>> = {
  login: 'sign-in',
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
    const name = (Object.hasOwn(PAGES, action) ? PAGES[action] : undefined) ?? 'sign-in'
    if (request.method === 'GET' || request.method === 'HEAD') {
      const page = toConsole + name
      if (name === 'set-password') return redirect(withParameter(page, 'token', key))
      const target = name === 'sign-in' ? redirectTarget(siteUrl, next) : undefined
      return redirect(target === undefined ? page : withParameter(page, REDIRECT_TO, target))
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
