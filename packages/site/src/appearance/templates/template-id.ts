import { trimCharacters } from '@platen/core'

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
export function readTemplateId(given: string): TemplateName | undefined {
  const id = trimCharacters(given, '/')
  const double = id.indexOf('//')
  const at = double < 0 ? id.lastIndexOf('/') : double
  return at < 0 ? undefined : { theme: id.slice(0, at), slug: trimCharacters(id.slice(at), '/') }
}
