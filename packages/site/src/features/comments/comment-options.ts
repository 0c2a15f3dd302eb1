import { registrationKey } from '../../registrations/registration-key.js'

/** Options of comments. */
export interface CommentOptions {
  /** Whether anonymous callers may comment; false by default. The filter `anonymousComments` decides by post. */
  readonly anonymous?: boolean | undefined
  /**
   * How many comments may come from one IP address within so many seconds: 30 in 60 seconds by default. Further ones are
   * a 429 `comment_flood`; moderators are exempt. `false` sets no limit.
   */
  readonly flood?: { readonly comments: number; readonly seconds: number } | false | undefined
}

const FLOOD = { comments: 30, seconds: 60 }

/** The resolved options of a site. */
export const commentOptions = registrationKey('comment options', ({ config: { comments = {} } }) =>
  Object.freeze({ anonymous: comments.anonymous ?? false, flood: comments.flood ?? FLOOD }),
)
