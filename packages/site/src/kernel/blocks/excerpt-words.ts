const MAX_WORDS = 1000

/** The number of words of an excerpt, by an attribute: without its fraction, from 0 to 1000. */
export const excerptWords = (length: number): number => Math.min(Math.max(Math.trunc(length), 0), MAX_WORDS)
