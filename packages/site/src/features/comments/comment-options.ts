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
