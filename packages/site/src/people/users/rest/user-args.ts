import { type Args, type ArgValidator, RestError, type Schema } from '@platen/core'
import { postTypes } from '../../../content/types/index.js'
import type { SiteContext } from '../../../kernel/context/index.js'
import { idsArg, orderArg, pagingArgs } from '../../../kernel/rest/index.js'
import { isLogin, passwordRefusal } from '../operations/check-user-input.js'

const names = (description: string): Schema => ({ description, type: 'array', items: { type: 'string' } })

/** The types that clients see, which they can filter authors by. */
export const shownTypes = (site: SiteContext): readonly string[] =>
  site
    .get(postTypes)
    .filter(type => type.showInRest)
    .map(type => type.name)

/** How the reference shows the types of published posts: as a map of each to itself. */
export const shownTypesByName = (site: SiteContext): Readonly<Record<string, unknown>> => ({
  items: { type: 'string', enum: Object.fromEntries(shownTypes(site).map(type => [type, type])) },
})

export function userListArgs(site: SiteContext, context: Schema): Args {
  return {
    context,
    ...pagingArgs,
    exclude: idsArg('Not the users with these ids.'),
    include: idsArg('Only the users with these ids.'),
    offset: { description: 'How many users are skipped.', type: 'integer' },
    order: orderArg(site.dialect.defaultOrder),
    orderby: {
      description: 'What the users are ordered by.',
      type: 'string',
      enum: ['id', 'include', 'name', 'registered_date', 'slug', 'include_slugs', 'email', 'url'],
      default: 'name',
    },
    slug: names('Only users with one of these slugs.'),
    roles: names('Users with one of these roles.'),
    capabilities: names('Users with one of these capabilities.'),
    who: { description: 'Only users who write.', type: 'string', enum: ['authors'] },
    has_published_posts: {
      description: 'Only users who have published something, or something of these types.',
      type: ['boolean', 'array'],
      items: { type: 'string', enum: shownTypes(site) },
    },
    search_columns: {
      description: 'Where the text is looked for; where it is likeliest when empty.',
      type: 'array',
      items: { type: 'string', enum: ['email', 'name', 'id', 'username', 'slug'] },
      default: [],
    },
  }
}

const checkLogin: ArgValidator = value =>
  isLogin(String(value))
    ? undefined
    : new RestError('rest_user_invalid_username', 'The name contains characters that are not allowed.', 400)

/** Checks of a user's arguments that schemas cannot express. */
export const userValidators: Readonly<Record<string, ArgValidator>> = Object.freeze({
  username: checkLogin,
  password: value => passwordRefusal(String(value)),
})

/** Clients learn of a bad name or password once all other arguments match their schemas. */
export const VALIDATED_LAST: readonly string[] = Object.freeze(Object.keys(userValidators))

/**
 * The argument with the new author of a deleted user's posts. That they are removed must be said by `false`, which is
 * no integer, so the argument uses `skipValidation`.
 */
export const reassignArg: Schema = {
  description: 'The id of the user who gets the posts; 0 leaves them without an author, false removes them.',
  type: 'integer',
  required: true,
}

const NONE = /^(?:|false)$/
const WHOLE = /^-?\d{1,15}$/

/** Accepts the id of a user, 0, `false` or an empty text. */
export const checkReassign: ArgValidator = value => {
  const text = typeof value === 'object' ? 'no id' : String(value)
  if (NONE.test(text) || WHOLE.test(text)) return undefined
  return new RestError('rest_invalid_param', 'reassign is not the id of a user.', 400)
}

/** The id of the user who gets the posts, or 0; `undefined` if they are removed. */
export const reassignedTo = (value: unknown): number | undefined =>
  NONE.test(String(value)) ? undefined : Number(value) || 0
