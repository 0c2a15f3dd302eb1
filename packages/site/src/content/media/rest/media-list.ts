import type { Args, HandlerRequest, Schema } from '@platen/core'
import type { Condition } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type PostRecord, whereMeta, wherePosts } from '../../../kernel/records/index.js'
import { type PostListExtras, postListArgs } from '../../posts/index.js'
import type { PostType } from '../../types/index.js'
import type { FileType } from '../files/file-types.js'
import { mediaSettings } from '../files/media-settings.js'
import { mediaMetaKeys } from '../stored-file.js'

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

/** The files of the requested types that the caller may upload. */
function typeCondition(
  site: SiteContext,
  { params, principal }: Pick<HandlerRequest, 'params' | 'principal'>,
): Condition<PostRecord> | undefined {
  const kinds = new Set(strings(params['media_type']))
  const requested = strings(params['mime_type'])
  if (kinds.size === 0 && requested.length === 0) return undefined
  const fileTypes = Object.values(site.get(mediaSettings).types)
  const may = ({ capability }: FileType) => capability === undefined || principal.can(capability)
  const accepted = new Set(fileTypes.filter(may).map(({ type }) => type))
  const types = requested.filter(type => accepted.has(type))
  const ofKind = (kind: string) => {
    const start = `${kind}/`
    const refused = fileTypes.flatMap(({ type }) => (type.startsWith(start) && !accepted.has(type) ? [type] : []))
    const all = wherePosts.startsWithText('mimeType', start)
    return refused.length === 0 ? all : wherePosts.and(all, wherePosts.notIn('mimeType', refused))
  }
  if (kinds.size === 0 && types.length === 0) return undefined
  return wherePosts.or(types.length > 0 ? wherePosts.in('mimeType', types) : undefined, ...[...kinds].map(ofKind))
}

function pathMatches(word: string, exact: boolean): Condition<PostRecord> {
  const matches = exact ? whereMeta.equalsText('value', word) : whereMeta.containsText('value', word)
  const path = whereMeta.and(whereMeta.eq('kind', 'post'), whereMeta.eq('key', mediaMetaKeys.path), matches)
  return wherePosts.exists(whereMeta, { foreign: 'object', local: 'id' }, path)
}

/** The additions to the query of posts: the filter by media type, and the search in file paths. */
export const mediaListExtras = (site: SiteContext, request: HandlerRequest): PostListExtras => ({
  where: typeCondition(site, request),
  searchIn: pathMatches,
})
