import { trimCharacters } from '@platen/core'
import { STYLESHEET_PATTERN } from '../themes/index.js'

/** The theme and the slug that an id names. */
export interface TemplateName {
  readonly theme: string
  readonly slug: string
}

/** The id of a template of a theme. */
export const templateId = ({ theme, slug }: TemplateName): string => `${theme}//${slug}`

/**
 * Reads an id such as `garden//single`. Servers and browsers merge slashes, so the last one of `garden/single` counts
 * as two. `undefined` if the theme or the slug is missing.
 */
export function readTemplateId(text: string): TemplateName | undefined {
  const id = trimCharacters(text, '/')
  const double = id.indexOf('//')
  const at = double < 0 ? id.lastIndexOf('/') : double
  return at < 0 ? undefined : { theme: id.slice(0, at), slug: trimCharacters(id.slice(at), '/') }
}

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
