/** An entry of a feed. Texts are plain, and cut to the length that a list shows; the link is an http or https URL. */
export interface FeedEntry {
  readonly title: string
  readonly link: string | undefined
  readonly author: string
  /** Milliseconds since the Unix epoch. */
  readonly date: number | undefined
  readonly summary: string
}

/** The first entries of a feed, or the reason why there are none. */
export type Feed = readonly FeedEntry[] | 'invalid-url' | 'failed'
