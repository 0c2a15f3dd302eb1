import { checks } from '@platen/core'
import { registrationKey, siteOption } from '../../kernel/context/index.js'

/** Options of comments. */
export interface CommentOptions {
  /** Whether anonymous callers may comment; false by default. The filter `anonymousComments` decides by post. */
  readonly anonymous?: boolean | undefined
  /**
   * The number of comments that a client may write at once, and the seconds after which it may write as many again; 30
   * and 60 by default. Beyond that, the response is a 429 `comment_flood`. A client is an IPv4 address or the /64 of an
   * IPv6 address; moderators are exempt. `false` removes the limit.
   */
  readonly flood?: { readonly comments: number; readonly seconds: number } | false | undefined
}

/** The options of `createSite` that belong to this subject. */
export interface CommentsConfig {
  readonly comments?: CommentOptions | undefined
}

const { either, flag, integer, off, positive, required, shaped } = checks

const flood = shaped<Exclude<NonNullable<CommentOptions['flood']>, false>>({
  comments: required(integer(1)),
  seconds: required(positive),
})

/** The option `comments` of `createSite`. */
export const commentsOption = siteOption<CommentOptions>(
  'comments',
  shaped<CommentOptions>({ anonymous: flag, flood: either(off, flood) }),
)

const FLOOD = { comments: 30, seconds: 60 }

/** The resolved options of a site. */
export const commentOptions = registrationKey('comment options', site => {
  const { anonymous = false, flood = FLOOD } = commentsOption.of(site) ?? {}
  return Object.freeze({ anonymous, flood })
})
