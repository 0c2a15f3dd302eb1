import type { Principal } from '@platen/core'
import type { Condition } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type PostRecord, wherePosts } from '../../../kernel/records/index.js'
import { type PostType, postTypes, supports } from '../../types/index.js'
import { NO_POSTS, permittedPosts } from '../rules/permitted-posts.js'

/** `undefined` matches all posts. */
type Where = Condition<PostRecord> | undefined

/** The texts of a post that are searched. */
export type SearchedText = 'title' | 'excerpt' | 'content'

/** The posts that a search may find, and the texts that it may search. */
export interface SearchedPosts {
  readonly where: Where
  /** The posts that a text of may be searched; the same object for texts that are searched in the same posts. */
  of(text: SearchedText): Where
}

/** Whether a type shows a text of its posts. */
export const isShown: Readonly<Record<SearchedText, (type: PostType) => boolean>> = {
  title: type => supports(type, 'title'),
  content: type => type.showsContent,
  excerpt: type => type.showsExcerpt,
}

/**
 * The texts of posts of some types and statuses that a caller may search. Results reveal texts, so texts that a type
 * does not show are excluded, and protected texts are only searched for callers who may edit the post.
 */
export function searchedPosts(
  site: SiteContext,
  principal: Principal,
  types: readonly string[],
  statuses: readonly string[],
): SearchedPosts {
  const editable = permittedPosts(site, principal, 'edit_post', types, statuses)
  const open: Where =
    editable === undefined
      ? undefined
      : wherePosts.or(wherePosts.eq('password', ''), editable === NO_POSTS ? undefined : editable)
  const guard = principal.authenticated ? open : undefined
  const of = (text: SearchedText): Where => {
    const showing = types.filter(name => {
      const type = site.get(postTypes).get(name)
      return type !== undefined && isShown[text](type)
    })
    const guarded = text === 'title' ? undefined : guard
    if (showing.length === types.length) return guarded
    return showing.length === 0 ? NO_POSTS : wherePosts.and(wherePosts.in('type', showing), guarded)
  }
  const conditions = { title: of('title'), excerpt: of('excerpt'), content: of('content') }
  return { where: principal.authenticated ? undefined : open, of: text => conditions[text] }
}
