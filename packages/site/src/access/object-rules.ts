import type { PostType } from '../registrations/post-types.js'
import type { PostStatus } from '../registrations/statuses.js'
import type { Taxonomy } from '../registrations/taxonomies.js'
import type { CommentRecord, PostRecord, TermRecord, UserRecord } from '../storage/index.js'

/** What a rule may look at. */
export interface RuleScope {
  /** The id of the caller, 0 for anonymous. */
  readonly user: number
  postType(name: string): PostType | undefined
  status(name: string): PostStatus | undefined
  taxonomy(name: string): Taxonomy | undefined
}

/** All that rules about posts look at: lists are cut by them in the query, where there is no record yet. */
export type RuledPost = Pick<PostRecord, 'type' | 'status' | 'author'>

/** Which plain capabilities an object rule asks for: all of them, or `never` for nobody. */
export type Required = readonly string[] | 'never'

type Rule = (scope: RuleScope, ...objects: readonly never[]) => Required

const isPublished = (status: string) => status === 'publish' || status === 'future'

function changePost(scope: RuleScope, post: RuledPost, verb: 'edit' | 'delete'): Required {
  const type = scope.postType(post.type)
  if (type === undefined) return 'never'
  const caps = type.capabilities
  const own = scope.user !== 0 && post.author === scope.user
  if (!type.mapMetaCap) return [caps[`${verb}_post`]]
  if (own) return [isPublished(post.status) ? caps[`${verb}_published_posts`] : caps[`${verb}_posts`]]
  const wanted = [caps[`${verb}_others_posts`]]
  if (isPublished(post.status)) wanted.push(caps[`${verb}_published_posts`])
  else if (scope.status(post.status)?.private === true) wanted.push(caps[`${verb}_private_posts`])
  return wanted
}

function readPost(scope: RuleScope, post: RuledPost): Required {
  const type = scope.postType(post.type)
  if (type === undefined) return 'never'
  if (!type.mapMetaCap) return [type.capabilities.read_post]
  const status = scope.status(post.status)
  if (status?.public === true || (scope.user !== 0 && post.author === scope.user)) return [type.capabilities.read]
  if (status?.private === true) return [type.capabilities.read_private_posts]
  return changePost(scope, post, 'edit')
}

const ofType = (scope: RuleScope, post: RuledPost, capability: keyof PostType['capabilities']): Required => {
  const type = scope.postType(post.type)
  return type === undefined ? 'never' : [type.capabilities[capability]]
}

const ofTaxonomy = (scope: RuleScope, term: TermRecord, capability: keyof Taxonomy['capabilities']): Required => {
  const taxonomy = scope.taxonomy(term.taxonomy)
  return taxonomy === undefined ? 'never' : [taxonomy.capabilities[capability]]
}

/**
 * Rules about objects, one small function each: what a caller must hold to do this to that. Everything that asks "may
 * they edit this post" asks here.
 */
export const objectRules = {
  edit_post: (scope: RuleScope, post: RuledPost) => changePost(scope, post, 'edit'),
  delete_post: (scope: RuleScope, post: RuledPost) => changePost(scope, post, 'delete'),
  read_post: (scope: RuleScope, post: RuledPost) => readPost(scope, post),
  publish_post: (scope: RuleScope, post: RuledPost) => ofType(scope, post, 'publish_posts'),
  edit_term: (scope: RuleScope, term: TermRecord) => ofTaxonomy(scope, term, 'edit_terms'),
  delete_term: (scope: RuleScope, term: TermRecord) => ofTaxonomy(scope, term, 'delete_terms'),
  assign_term: (scope: RuleScope, term: TermRecord) => ofTaxonomy(scope, term, 'assign_terms'),
  edit_user: (scope: RuleScope, user: UserRecord) => (scope.user !== 0 && user.id === scope.user ? [] : ['edit_users']),
  delete_user: (_scope: RuleScope, _user: UserRecord) => ['delete_users'],
  promote_user: (_scope: RuleScope, _user: UserRecord) => ['promote_users'],
  edit_comment: (scope: RuleScope, _comment: CommentRecord, post: RuledPost | undefined) =>
    post === undefined ? ['moderate_comments'] : changePost(scope, post, 'edit'),
} satisfies Record<string, Rule>

/** Capabilities that stand for another one: those of the built-in taxonomies. */
export const capabilityAliases: Readonly<Record<string, string>> = Object.freeze({
  edit_categories: 'manage_categories',
  delete_categories: 'manage_categories',
  assign_categories: 'edit_posts',
  manage_post_tags: 'manage_categories',
  edit_post_tags: 'manage_categories',
  delete_post_tags: 'manage_categories',
  assign_post_tags: 'edit_posts',
})
