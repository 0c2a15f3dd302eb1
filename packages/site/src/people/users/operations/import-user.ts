import { cutText, sanitizeName } from '@platen/rendering'
import { defineOperation, freeId, requireImport, type Tx } from '../../../kernel/operations/index.js'
import { type UserRecord, usersIn, whereUsers } from '../../../kernel/records/index.js'
import { TEXT_LIMITS } from '../../../kernel/refusals/index.js'
import { firstFree } from '../../../kernel/rest/index.js'
import { isSameName, usersByName } from '../../access/index.js'
import { freeUserSlug, slugOfLogin } from '../user-slugs.js'
import { emailRefusal, isLogin } from './check-user-input.js'
import { LONGEST } from './insert-user.js'
import type { UserInput } from './user-input.js'
import { storeNewUser } from './user-operations.js'

/** A user of another site; the roles are those of this one. */
export interface ImportedUser extends Pick<UserInput, 'name' | 'firstName' | 'lastName' | 'description' | 'roles'> {
  /** The id in the other site, which a new user keeps if nobody has it. */
  readonly id?: number | undefined
  readonly login: string
  /** Empty if it is unknown. */
  readonly email?: string
}

/**
 * Finds the user with a login or an email address; creates a user without a password if there is none. Characters that
 * logins cannot contain are replaced by their code points, longer texts than users may have are cut, and an invalid
 * address is replaced by one in a domain that can never exist. The actor needs the capability `import`.
 */
export const importUser = defineOperation(
  async (
    tx,
    actor,
    {
      id,
      login: requestedLogin,
      email: address = '',
      name = '',
      firstName,
      lastName,
      description,
      roles,
    }: ImportedUser,
  ): Promise<{ readonly user: UserRecord; readonly isNew: boolean }> => {
    requireImport(actor)
    const { site, store } = tx
    const { equalsText } = whereUsers
    const login = validLogin(requestedLogin)
    const stored =
      (await usersIn(store).first({ where: equalsText('login', login) })) ??
      // Email addresses are unique, so an account with this one is the user's, whatever its login is.
      (await usersByName(usersIn(store), address)).find(({ email }) => isSameName(email, address.trim()))
    if (stored !== undefined) return { user: stored, isNew: false }
    const slug = await freeUserSlug(store, slugOfLogin(requestedLogin) || 'author', 0)
    const isAddress = emailRefusal(site, address) === undefined && address.length <= LONGEST.email[0]
    const shown = name || requestedLogin
    const input = {
      ...(firstName !== undefined && { firstName: cutText(firstName, TEXT_LIMITS.name) }),
      ...(lastName !== undefined && { lastName: cutText(lastName, TEXT_LIMITS.name) }),
      ...(description !== undefined && { description: cutText(description, TEXT_LIMITS.text) }),
      ...(roles !== undefined && { roles }),
      login,
      slug,
      nickname: cutText(requestedLogin, TEXT_LIMITS.name),
      email: isAddress ? address : await placeholderEmail(tx, slug),
      name: sanitizeName(shown).length > LONGEST.displayName[0] ? login : shown,
    }
    const user = await storeNewUser(tx, actor, input, await freeId(usersIn(store), id))
    return { user, isNew: true }
  },
)

function placeholderEmail({ store }: Tx, slug: string): Promise<string> {
  return firstFree(
    1,
    number => `${slug}${number === 1 ? '' : `-${number}`}@import.invalid`,
    emails => usersIn(store).distinct('email', whereUsers.in('email', emails)),
  )
}

/** The login itself, or a valid one derived from it; different logins hardly ever become the same. */
function validLogin(text: string): string {
  const login = text.slice(0, LONGEST.login[0]).trim()
  if (isLogin(login)) return login
  const encoded = text.replace(/[^\w.@-]/gu, character => `-${character.codePointAt(0)?.toString(16)}`)
  return isLogin(encoded) ? encoded.slice(0, LONGEST.login[0]) : 'author-0'
}
