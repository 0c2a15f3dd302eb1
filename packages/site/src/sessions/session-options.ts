/** The option `sessions` of `createSite`. */
export interface SessionOptions {
  /**
   * Secret keys of at least 32 characters that sign the cookies: the current one first, then older ones, whose sessions
   * continue. By default, the site creates a key and stores it.
   */
  readonly keys?: readonly string[] | undefined
}
