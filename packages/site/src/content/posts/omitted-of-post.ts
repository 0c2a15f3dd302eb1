import type { PostRecord } from '../../kernel/records/index.js'
import { omittedMembers } from '../../kernel/rest/index.js'
import type { PostView } from './rest/post-view.js'
import { canSeeProtected } from './rules/post-visibility.js'

const PROTECTED: ReadonlySet<string> = new Set(['content', 'excerpt', 'caption', 'description'])

/**
 * The fields that show the omitted texts of a post. An excerpt is created from the content. Texts behind a password are
 * empty for others, whatever their length.
 */
export function omittedOfPost(post: PostRecord, view: PostView): readonly string[] {
  const omitted = omittedMembers(post, view.metaOf(post))
  if (omitted.length === 0) return omitted
  const all = omitted.includes('content') && post.excerpt === '' ? [...omitted, 'excerpt', 'caption'] : omitted
  return canSeeProtected(post, view.password, view.context, view.principal)
    ? all
    : all.filter(field => !PROTECTED.has(field))
}
