import { type PageRequest, type PageResponse, parseQuery, RestError } from '@platen/core'
import { dialectPath } from './dialect-path.js'
import { type Fields, readForm, textFields } from './form.js'
import { redirect } from './response.js'

/** The pages of the console for what the login page of a dialect does, by its parameter `action`. */
const PAGES: Readonly<Record<string, string>> = {
  login: 'sign-in',
  logout: 'sign-out',
  lostpassword: 'lost-password',
  retrievepassword: 'lost-password',
  rp: 'set-password',
  resetpass: 'set-password',
}

const LOST_PASSWORD = 'lost-password'

/**
 * Leads from the login page of a dialect to the pages of the console, and passes its form about a lost password on to
 * `submit`, which returns whether it accepts the form. Resolves with `undefined` for other requests.
 */
export function signInRedirect(
  siteUrl: string,
  path: string,
  base: string,
  submit: (request: PageRequest, form: Fields) => Promise<boolean>,
): (request: PageRequest) => Promise<PageResponse | undefined> {
  const { queryOf, toConsole } = dialectPath(siteUrl, path, base)
  return async request => {
    const given = queryOf(request.url)
    if (given === undefined) return undefined
    const { action = 'login', key = '' } = textFields(parseQuery(given))
    const page = Object.hasOwn(PAGES, action) ? PAGES[action] : PAGES['login']
    if (request.method === 'GET' || request.method === 'HEAD')
      return redirect(`${toConsole}${page}${page === 'set-password' ? `?token=${encodeURIComponent(key)}` : ''}`)
    if (request.method !== 'POST' || page !== LOST_PASSWORD) return undefined
    const isAccepted = await readForm(request.body, request.headers?.['content-type']).then(
      form => submit(request, form),
      error => {
        if (!(error instanceof RestError)) throw error
        return false
      },
    )
    return redirect(`${toConsole}${LOST_PASSWORD}${isAccepted ? '?done=sent' : ''}`)
  }
}
