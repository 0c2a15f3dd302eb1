import { trimEndCharacters } from '@platen/core'
import { slugify, slugifyRequested } from '@platen/rendering'
import type { StoreSession } from '@platen/storage'
import { usersIn, whereUsers } from '../../kernel/records/index.js'
import { firstFree } from '../../kernel/rest/index.js'
import { clientError, type Dialect } from '../../server/dialects/index.js'

/** How long a user's slug may be. */
const MAX_LENGTH = 50

/** A text as a user's slug: letters, digits and dashes, without what slugs of titles escape. */
const asSlug = (text: string): string =>
  slugify(text)
    .replace(/%[\da-f]{2}/gi, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')

/** The slug of a user, derived from the login; empty if no character of it can be part of a URL. */
export const slugOfLogin = (login: string): string => cut(asSlug(login), MAX_LENGTH)

const cut = (slug: string, length: number) => trimEndCharacters(slug.slice(0, length), '-')

/** The requested slug of a user: the given one, or else one derived from the login. */
export function requestedSlug(
  dialect: Dialect,
  requested: string | undefined,
  login: string,
): { readonly slug: string; readonly isGiven: boolean } {
  const text = slugifyRequested(requested ?? '')
  const isGiven = text !== ''
  const ofInput = isGiven ? asSlug(text) : ''
  if (ofInput.length > MAX_LENGTH)
    throw clientError(dialect, 'user_nicename_too_long', `A slug cannot be longer than ${MAX_LENGTH} characters.`)
  const slug = isGiven ? ofInput : slugOfLogin(login)
  if (slug === '')
    throw clientError(
      dialect,
      'empty_user_nicename',
      isGiven
        ? 'The slug contains no letter or digit that is allowed in slugs.'
        : 'A slug cannot be derived from the login: a slug must be given.',
    )
  return { slug, isGiven }
}

/** The first free one of `slug`, `slug-2`, `slug-3` …; `own` is the id of the user itself, 0 for a new one. */
export async function freeUserSlug(store: StoreSession, slug: string, userId: number): Promise<string> {
  const { and, in: isIn, ne } = whereUsers
  return firstFree(
    1,
    number => numbered(slug, number),
    slugs => usersIn(store).distinct('slug', and(isIn('slug', slugs), ne('id', userId))),
  )
}

function numbered(slug: string, number: number): string {
  if (number === 1) return slug
  const suffix = `-${number}`
  return `${cut(slug, MAX_LENGTH - suffix.length)}${suffix}`
}
