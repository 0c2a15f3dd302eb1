import { RestError } from '@platen/core'
import { filterHtml, normalizeEntities, sanitizeName } from '@platen/rendering'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { UserRecord } from '../../../kernel/records/index.js'
import { requireLengths, TEXT_LIMITS } from '../../../kernel/refusals/index.js'
import { localesOf } from '../user-options.js'
import type { UserInput } from './user-input.js'

/** Letters, digits and `_`, `.`, `-`, `@`; single spaces between them. A lone 0 is not a login. */
const LOGIN = /^[\w.@-]+(?: [\w.@-]+)*$/

/** Whether a text may be the name that somebody signs in with. */
export const isLogin = (text: string): boolean => text !== '0' && LOGIN.test(text)

/** The error for a password that cannot be used to sign in; `undefined` for any other. */
export function passwordRefusal(password: string): RestError | undefined {
  // Basic authentication treats a backslash differently among browsers and servers.
  if (password !== '' && password !== '0' && !password.includes('\\')) return undefined
  return new RestError(
    'rest_user_invalid_password',
    'A password cannot be empty or 0 and cannot hold a backslash.',
    400,
  )
}

/**
 * Refuses invalid values, except texts of `before`, the stored user. Checks that depend on other users are performed when
 * the user is stored.
 */
export function checkUserInput(site: SiteContext, input: UserInput, before?: UserRecord): void {
  const { email, url, locale, firstName, lastName, nickname, description } = input
  requireLengths({ first_name: firstName, last_name: lastName, nickname }, TEXT_LIMITS.name, {
    first_name: before?.firstName,
    last_name: before?.lastName,
    nickname: before?.nickname,
  })
  requireLengths({ description }, TEXT_LIMITS.text, { description: before?.description })
  const { clearableUri } = site.dialect
  const urlRefusal = url === undefined || url === '' ? undefined : site.compile(clearableUri).validate(url, 'url')
  const refused = (email === undefined ? undefined : emailRefusal(site, email)) ?? urlRefusal
  if (refused !== undefined) throw new RestError('rest_invalid_param', refused.message, 400)
  if (locale !== undefined && locale !== '' && !localesOf(site).includes(locale))
    throw new RestError('rest_invalid_param', `locale is not one of ${localesOf(site).join(', ')}.`, 400)
}

const EMAIL = { type: 'string', format: 'email' } as const

/** Why a text is not an email address; `undefined` if it is one. */
export const emailRefusal = (site: SiteContext, email: string) => site.compile(EMAIL).validate(email, 'email')

/** A single 0 counts as empty. */
const unlessZero = (text: string): string => (text === '0' ? '' : text)
const plainName = (text: string): string => unlessZero(sanitizeName(text))

const cleaners = {
  name: plainName,
  firstName: plainName,
  lastName: plainName,
  nickname: plainName,
  url: normalizeEntities,
  description: (text: string): string => unlessZero(filterHtml(text, 'description')),
} as const satisfies { readonly [F in keyof UserInput]?: (text: string) => string }

/** The stored texts of an input; absent texts stay absent. */
export function cleanTexts(input: UserInput): Pick<UserInput, keyof typeof cleaners> {
  const texts: Pick<UserInput, keyof typeof cleaners> = {}
  for (const field of Object.keys(cleaners) as (keyof typeof cleaners)[]) {
    const text = input[field]
    if (text !== undefined) texts[field] = cleaners[field](text)
  }
  return texts
}
