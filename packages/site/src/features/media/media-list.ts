import type { Args, HandlerRequest, Schema } from '@platen/core'
import { mediaSettings } from '../../media/media-settings.js'
import type { PostType } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import type { Condition } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import type { PostRecord } from '../posts/post-collection.js'
import { type PostListExtras, postListArgs } from '../posts/post-family.js'
import { mediaMetaKeys } from './stored-file.js'

const { posts, meta } = where
const KINDS = ['image', 'video', 'text', 'application', 'audio']
const STATUSES = ['inherit', 'private', 'trash']

const ids = (description: string): Schema => ({ description, type: 'array', items: { type: 'integer' }, default: [] })

/** The arguments of the list of attachments. */
export function mediaListArgs(site: SiteContext, type: PostType, context: Schema): Args {
  return {
    ...postListArgs(site, type, context),
    parent: ids('Only files attached to these posts; 0 for unattached files.'),
    parent_exclude: ids('Excludes files attached to these posts.'),
    status: {
      description: 'Only files with one of these statuses.',
      type: 'array',
      items: { type: 'string', enum: STATUSES },
      default: 'inherit',
    },
    media_type: {
      description: 'Only files of these kinds.',
      type: 'array',
      items: { type: 'string', enum: KINDS },
      default: null,
    },
    mime_type: {
      description: 'Only files of these media types.',
      type: 'array',
      items: { type: 'string' },
      default: null,
    },
  }
}

const strings = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : [])

function typeCondition(site: SiteContext, request: HandlerRequest): Condition<PostRecord> | undefined {
  const accepted = new Set(Object.values(site.get(mediaSettings).types).map(each => each.type))
  const kinds = new Set(strings(request.params['media_type']))
  const types = strings(request.params['mime_type']).filter(type => accepted.has(type))
  if (kinds.size === 0 && types.length === 0) return undefined
  return posts.or(
    types.length > 0 ? posts.in('mimeType', types) : undefined,
    ...[...kinds].map(kind => posts.startsWithText('mimeType', `${kind}/`)),
  )
}

function pathMatches(word: string, exact: boolean): Condition<PostRecord> {
  const matches = exact ? meta.equalsText('value', word) : meta.containsText('value', word)
  const path = meta.and(meta.eq('kind', 'post'), meta.eq('key', mediaMetaKeys.path), matches)
  return posts.exists(where.meta, { foreign: 'object', local: 'id' }, path)
}

/** The additions to the query of posts: the filter by media type, and the search in file paths. */
export const mediaListExtras = (site: SiteContext, request: HandlerRequest): PostListExtras => ({
  where: typeCondition(site, request),
  searchIn: pathMatches,
})
