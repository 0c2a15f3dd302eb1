/** The part of a path with the id of a template, as discovery shows it. */
const SHOWN = '([^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]+)?)[\\/\\w%-]+'

/**
 * The same paths: a segment or two in any letters, then some in those of slugs. The expression for clients tries each way
 * to divide a path into the three.
 */
const MATCHED = '(?=..)[^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]*)?(?:\\/[\\/\\w%-]*)?(?<=[\\/\\w%-])'

/** The part of a path in which a parameter names a template. */
export const templateSegment = (parameter: string): { readonly matched: string; readonly shown: string } => ({
  matched: `{${parameter}:${MATCHED}}`,
  shown: `{${parameter}:${SHOWN}}`,
})
