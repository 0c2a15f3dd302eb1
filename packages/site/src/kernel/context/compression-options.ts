/** Which responses are compressed. */
export interface CompressionOptions {
  /** The minimum size of compressed responses, in bytes; 1,024 by default. */
  readonly minBytes?: number | undefined
  /**
   * Whether uncached responses are compressed, too, on every request; false by default. This includes responses to
   * signed-in callers; see the guide on caching and performance for what that can reveal.
   */
  readonly uncached?: boolean | undefined
}
