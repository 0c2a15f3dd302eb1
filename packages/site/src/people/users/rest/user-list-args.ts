import type { Args, Schema } from '@platen/core'
import { postTypes } from '../../../content/types/index.js'
import type { SiteContext } from '../../../kernel/context/index.js'
import { idsArg, orderArg, pagingArgs } from '../../../kernel/rest/index.js'

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
