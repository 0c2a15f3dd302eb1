import type { ObjectRule, RequiredCapabilities, RuleScope } from '../../../kernel/context/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { type PostType, postStatuses, postTypes } from '../../types/index.js'

/** The fields that the rules about posts depend on: lists apply the rules in the query, before records are loaded. */
export type RuledPost = Pick<PostRecord, 'type' | 'status' | 'author' | 'trashedStatus'>

/** The statuses whose posts require the capabilities for published posts. */
export const PUBLISHED_STATUSES: readonly string[] = ['publish', 'future']

const isPublished = (status: string) => PUBLISHED_STATUSES.includes(status)
/** The trash does not give authors more rights to their posts than they had before. */
const wasPublished = ({ status, trashedStatus }: RuledPost) => isPublished(status === 'trash' ? trashedStatus : status)

const typeOf = (scope: RuleScope, post: RuledPost) => scope.get(postTypes).get(post.type)

function changePost(scope: RuleScope, post: RuledPost, verb: 'edit' | 'delete'): RequiredCapabilities {
  const type = typeOf(scope, post)
  if (type === undefined) return 'never'
  const caps = type.capabilities
  const own = scope.user !== 0 && post.author === scope.user
  if (!type.mapMetaCap) return [caps[`${verb}_post`]]
  if (own) return [wasPublished(post) ? caps[`${verb}_published_posts`] : caps[`${verb}_posts`]]
  const required = [caps[`${verb}_others_posts`]]
  if (isPublished(post.status)) required.push(caps[`${verb}_published_posts`])
  else if (scope.get(postStatuses).get(post.status)?.private === true) required.push(caps[`${verb}_private_posts`])
  return required
}

function readPost(scope: RuleScope, post: RuledPost): RequiredCapabilities {
  const type = typeOf(scope, post)
  if (type === undefined) return 'never'
  if (!type.mapMetaCap) return [type.capabilities.read_post]
  const status = scope.get(postStatuses).get(post.status)
  if (status?.public === true) return [typeof type.restricted === 'string' ? type.restricted : type.capabilities.read]
  if (scope.user !== 0 && post.author === scope.user) return [type.capabilities.read]
  if (status?.private === true) return [type.capabilities.read_private_posts]
  return changePost(scope, post, 'edit')
}

const ofType = (
  scope: RuleScope,
  post: RuledPost,
  capability: keyof PostType['capabilities'],
): RequiredCapabilities => {
  const type = typeOf(scope, post)
  return type === undefined ? 'never' : [type.capabilities[capability]]
}

/** The rules about posts of every type. */
export const postRules = {
  edit_post: (scope: RuleScope, post: RuledPost) => changePost(scope, post, 'edit'),
  delete_post: (scope: RuleScope, post: RuledPost) => changePost(scope, post, 'delete'),
  read_post: readPost,
  publish_post: (scope: RuleScope, post: RuledPost) => ofType(scope, post, 'publish_posts'),
} satisfies Record<string, ObjectRule>
