import { hasMoreCharacters, invalidParams, RestError } from '@platen/core'

/** Throws `rest_invalid_param` for a text with more than `max` characters; `param` is its name in requests. */
export function requireLength(param: string, text: string, max: number): void {
  if (!hasMoreCharacters(text, max)) return
  const refusal = new RestError('rest_too_long', `${param} must be at most ${max} characters long.`, 400)
  throw invalidParams(new Map([[param, refusal]]))
}
