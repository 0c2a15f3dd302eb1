import type { MetaRecord, PostRecord, TermRecord } from '../../kernel/records/index.js'
import { FORMAT_SLUG_PREFIX, FORMAT_TAXONOMY, POST_FORMATS, postMetaKeys } from './post-meta-keys.js'

/** The part of a term that posts show. */
export type PostTerm = Pick<TermRecord, 'id' | 'taxonomy' | 'name' | 'slug'>

/** The terms of posts, by name. */
export interface TermsOfPosts {
  termsOf(post: PostRecord): readonly PostTerm[]
}

/** The meta values of posts. */
export interface MetaOfPosts {
  metaOf(post: PostRecord): readonly MetaRecord[]
}

/** A value of a post in an internal meta key. */
export function ownMeta(post: PostRecord, view: MetaOfPosts, key: string): unknown {
  return view.metaOf(post).find(meta => meta.key === key)?.value
}

/** The id of the post's image, or 0. */
export const featuredMediaOf = (post: PostRecord, view: MetaOfPosts): number =>
  Number(ownMeta(post, view, postMetaKeys.featuredMedia) ?? 0)

/** The template that shows the post; empty for the theme's choice. */
export function templateOf(post: PostRecord, view: MetaOfPosts): string {
  const template = ownMeta(post, view, postMetaKeys.template)
  return typeof template === 'string' ? template : ''
}

export function formatOf(post: PostRecord, view: TermsOfPosts): string {
  const term = view.termsOf(post).find(each => each.taxonomy === FORMAT_TAXONOMY)
  const format = term?.slug.startsWith(FORMAT_SLUG_PREFIX) ? term.slug.slice(FORMAT_SLUG_PREFIX.length) : 'standard'
  return (POST_FORMATS as readonly string[]).includes(format) ? format : 'standard'
}

/** The ids of a post's terms in one taxonomy, in their order. */
export const termIds = (terms: readonly PostTerm[], taxonomy: string): readonly number[] =>
  terms.filter(term => term.taxonomy === taxonomy).map(term => term.id)
