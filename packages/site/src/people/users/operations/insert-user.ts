import { hasMoreCharacters } from '@platen/core'
import { cutText } from '@platen/rendering'
import type { Condition, StoreSession } from '@platen/storage'
import type { Tx } from '../../../kernel/operations/index.js'
import { type UserRecord, usersIn, whereUsers } from '../../../kernel/records/index.js'
import { siteTime } from '../../../kernel/time/index.js'
import { clientError, type Dialect } from '../../../server/dialects/index.js'
import { freeUserSlug, requestedSlug } from '../user-slugs.js'
import { isLogin } from './check-user-input.js'
import type { HashedUser, NewUser } from './user-input.js'

/** The maximum lengths of a user's texts in characters, and the codes of the errors for longer ones. */
export const LONGEST = {
  login: [60, 'user_login_too_long'],
  email: [100, 'user_email_too_long'],
  url: [100, 'user_url_too_long'],
  displayName: [250, 'user_display_name_too_long'],
} as const

/** Refuses texts of a user that are too long; absent ones are valid. */
export function checkLengths(
  dialect: Dialect,
  texts: { readonly [F in keyof typeof LONGEST]?: string | undefined },
): void {
  for (const [field, [length, code]] of Object.entries(LONGEST)) {
    const text = texts[field as keyof typeof LONGEST]
    if (text !== undefined && hasMoreCharacters(text, length))
      throw clientError(dialect, code, `It cannot be longer than ${length} characters.`)
  }
}

/** Whether somebody else has this login or this email address, in any case. */
export async function isTaken(
  store: StoreSession,
  field: 'login' | 'email',
  text: string,
  except = 0,
): Promise<boolean> {
  const { and, equalsText, ne } = whereUsers
  const another: Condition<UserRecord> = and(equalsText(field, text), ne('id', except))
  return (await usersIn(store).first({ where: another })) !== undefined
}

/** The default display name of a user. */
const nameOf = ({ login, firstName, lastName }: HashedUser<NewUser>) =>
  cutText([firstName, lastName].filter(Boolean).join(' '), LONGEST.displayName[0]) || login

/**
 * Stores a new user with these roles, and a free id or a new one. Throws a `RestError` if the login or email address is
 * taken or too long.
 */
export async function insertUser(
  { site, store }: Tx,
  user: HashedUser<NewUser>,
  roles: readonly string[],
  id?: number,
): Promise<UserRecord> {
  const { dialect } = site
  const { login, email } = user
  const displayName = user.name || nameOf(user)
  if (!isLogin(login))
    throw clientError(dialect, 'invalid_username', 'The login contains characters that are not allowed.')
  checkLengths(dialect, { login, email, url: user.url, displayName })
  if (await isTaken(store, 'login', login))
    throw clientError(dialect, 'existing_user_login', 'Another user has this login.')
  if (await isTaken(store, 'email', email))
    throw clientError(dialect, 'existing_user_email', 'Another user has this email address.')
  const { slug } = requestedSlug(dialect, user.slug, login)
  return usersIn(store).insert({
    ...(id !== undefined && { id }),
    login,
    email,
    passwordHash: user.passwordHash ?? '',
    slug: await freeUserSlug(store, slug, 0),
    displayName,
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    nickname: user.nickname || login,
    url: user.url ?? '',
    description: user.description ?? '',
    locale: user.locale ?? '',
    roles,
    capabilities: {},
    registered: siteTime('').utc(site.services.clock()),
  })
}
