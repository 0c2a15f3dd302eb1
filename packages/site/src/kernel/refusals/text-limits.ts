import { hasMoreCharacters, invalidParams, RestError } from '@platen/core'

/**
 * The maximum lengths of texts that a site stores, in characters. Lists contain these texts of each of their records, so
 * they are far below that of a content, which only the size of a request limits. Imports store longer ones of other
 * sites: lists omit them if they are too long together.
 */
export const TEXT_LIMITS = Object.freeze({
  /** Titles, excerpts, captions, descriptions, alternative texts, attributes and URLs, as in databases of this interface. */
  text: 65_535,
  /** First names, last names and nicknames. */
  name: 1_000,
  /** The password of a post. */
  password: 255,
  /** The JSON of a meta value, a setting or a widget, which may be a small document. */
  value: 262_144,
  /** The JSON of all meta values of an object, which are loaded together. */
  meta: 1_048_576,
})

/** The `rest_too_long` of a text with more than `max` characters; `undefined` for any other. */
export const lengthRefusal = (param: string, text: string, max: number): RestError | undefined =>
  hasMoreCharacters(text, max)
    ? new RestError('rest_too_long', `${param} must be at most ${max} characters long.`, 400)
    : undefined

/** Throws `rest_invalid_param` for a text with more than `max` characters; `param` is its name in requests. */
export function requireLength(param: string, text: string, max: number): void {
  const refusal = lengthRefusal(param, text, max)
  if (refusal !== undefined) throw invalidParams(new Map([[param, refusal]]))
}

/** The same for several texts by their names; absent ones are valid, and so are stored ones that do not change. */
export function requireLengths(
  texts: Readonly<Record<string, string | undefined>>,
  max: number = TEXT_LIMITS.text,
  stored: Readonly<Record<string, string | undefined>> = {},
): void {
  for (const [param, text] of Object.entries(texts))
    if (text !== undefined && text !== stored[param]) requireLength(param, text, max)
}
