import { RestError } from '@platen/core'
import type { SiteContext } from '../../site-context.js'
import type { RecordChanges, StoreContents, UserRecord } from '../../storage/index.js'
import { checkLengths, isTaken } from './insert-user.js'
import type { UserDraft } from './user-draft.js'
import { freeUserSlug, wishedSlug } from './user-slugs.js'

async function changedSlug(
  site: SiteContext,
  contents: StoreContents,
  user: UserRecord,
  given: string,
): Promise<string> {
  const { slug, isGiven } = wishedSlug(site.dialect, given, user.login)
  const free = await freeUserSlug(contents, slug, user.id)
  if (isGiven && free !== slug) throw new RestError('rest_user_invalid_slug', 'Another user has this slug.', 400)
  return free
}

/**
 * What a draft changes of a user. Runs inside of the transaction that stores it, so that nobody takes an address or slug
 * meanwhile. Names that are given and empty become the login.
 */
export async function userChanges(
  site: SiteContext,
  contents: StoreContents,
  user: UserRecord,
  draft: UserDraft,
  passwordHash: string | undefined,
): Promise<RecordChanges<UserRecord>> {
  const { login, email, name, nickname, slug, firstName, lastName, url, description, locale, roles } = draft
  checkLengths(site.dialect, { email, url, displayName: name })
  if (email !== undefined && (await isTaken(contents, 'email', email, user.id))) {
    throw new RestError('rest_user_invalid_email', 'Another user has this email address.', 400)
  }
  if (login !== undefined && login !== user.login) {
    throw new RestError('rest_user_invalid_argument', 'A login cannot be changed.', 400)
  }
  return {
    ...(email === undefined ? {} : { email }),
    ...(passwordHash === undefined ? {} : { passwordHash }),
    ...(name === undefined ? {} : { displayName: name || user.login }),
    ...(nickname === undefined ? {} : { nickname: nickname || user.login }),
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(url === undefined ? {} : { url }),
    ...(description === undefined ? {} : { description }),
    ...(locale === undefined ? {} : { locale }),
    ...(roles === undefined ? {} : { roles }),
    ...(slug === undefined ? {} : { slug: await changedSlug(site, contents, user, slug) }),
  }
}
