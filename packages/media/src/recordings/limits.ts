/** Larger cover art is ignored, in bytes. */
export const MAX_COVER = 5 * 1024 * 1024
/** Longer texts are cut, in characters. */
export const MAX_TEXT = 10_000
