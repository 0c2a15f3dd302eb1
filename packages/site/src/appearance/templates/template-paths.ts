import { STYLESHEET_PATTERN } from '../themes/index.js'

/** The part of a path with the id of a template, as discovery shows it. */
const SHOWN = `(${STYLESHEET_PATTERN})[\\/\\w%-]+`

/**
 * Matches the same paths: one or two segments with any characters, then some with those of slugs. The expression for
 * clients would try every way to divide a path into the three.
 */
const MATCHED =
  '[^\\/:<>\\*\\?"\\|](?:[^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]*)?|\\/[^\\/:<>\\*\\?"\\|]*)(?:\\/[\\/\\w%-]*)?(?<=[\\/\\w%-])'

/** The part of a path with the id of a template. */
export const templateSegment = (parameter: string): { readonly matched: string; readonly shown: string } => ({
  matched: `{${parameter}:${MATCHED}}`,
  shown: `{${parameter}:${SHOWN}}`,
})
