import type { Principal } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { allOf, type Right } from '../../../kernel/context/index.js'
import { type PostRecord, wherePosts } from '../../../kernel/records/index.js'
import { type PostType, postTypes, supports } from '../../types/index.js'
import { editPosts, type PostKinds, unlockedPosts } from '../rules/post-rights.js'

/** The texts of a post that are searched. */
export type SearchedText = 'title' | 'excerpt' | 'content'

/** The posts that a search may find, and the texts that it may search. */
export interface SearchedPosts {
  readonly where: Right<PostRecord>
  /** The posts that a text of may be searched; the same object for texts that are searched in the same posts. */
  of(text: SearchedText): Right<PostRecord>
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
export function searchedPosts(site: SiteContext, principal: Principal, kinds: PostKinds): SearchedPosts {
  const open = unlockedPosts(editPosts(site, principal, kinds))
  const { types } = kinds
  const of = (text: SearchedText): Right<PostRecord> => {
    const showing = types.filter(name => {
      const type = site.get(postTypes).get(name)
      return type !== undefined && isShown[text](type)
    })
    const guarded = text === 'title' || !principal.authenticated || open
    if (showing.length === types.length) return guarded
    return showing.length > 0 && allOf(wherePosts.in('type', showing), guarded)
  }
  const conditions = { title: of('title'), excerpt: of('excerpt'), content: of('content') }
  return { where: principal.authenticated || open, of: text => conditions[text] }
}
