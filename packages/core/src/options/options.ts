import { isMap } from '../schema/keyword-value.js'
import { nearestWord } from '../schema/nearest-word.js'

/** A check of an option's value. */
export interface OptionCheck {
  /** The end of the message "… must be". */
  readonly expected: string
  /** Whether the check looks into values of this kind, so that its complaint is about one of their parts. */
  readonly looksInto?: (value: unknown) => boolean
  /** Why the value at a path, such as `media.sizes`, is refused; `undefined` if it is not. */
  readonly complaint: (value: unknown, path: string) => string | undefined
}

/** A check of an option without a default. */
export interface RequiredOptionCheck extends OptionCheck {
  readonly required: true
}

/** Checks of all options of a type: one that is missing, or that the type does not have, is a type error. */
export type OptionChecks<T> = {
  readonly [K in keyof T]-?: object extends Pick<T, K> ? OptionCheck : RequiredOptionCheck
}

type AnyChecks = Readonly<Record<string, OptionCheck & { readonly required?: boolean }>>

/**
 * Returns the first problem of options, such as `unknown key "cors.origin"; did you mean "cors.origins"?`; `undefined` if
 * there is none. Options that are `undefined` are like missing ones.
 */
export function optionsComplaint<T>(options: unknown, checks: OptionChecks<T>): string | undefined {
  return isMap(options) ? complaintAbout(options, checks, '') : 'the options are not an object'
}

/** Throws a `RangeError` for the first problem of options. */
export function requireOptions<T>(what: string, options: T, checks: OptionChecks<T>): void {
  const complaint = optionsComplaint(options, checks)
  if (complaint !== undefined) throw new RangeError(`${what}: ${complaint}`)
}

/** The first problem of the options at a path. */
export function complaintAbout(options: Readonly<Record<string, unknown>>, checks: AnyChecks, path: string) {
  for (const [key, value] of Object.entries(options)) {
    const check = Object.hasOwn(checks, key) ? checks[key] : undefined
    if (check === undefined) return unknownKey(path, key, Object.keys(checks))
    const complaint = value === undefined ? undefined : check.complaint(value, path + key)
    if (complaint !== undefined) return complaint
  }
  const missing = Object.keys(checks).find(key => checks[key]?.required && options[key] === undefined)
  return missing === undefined ? undefined : `"${path}${missing}" is missing`
}

function unknownKey(path: string, key: string, known: readonly string[]): string {
  const nearest = nearestWord(key, known)
  return `unknown key "${path}${key}"${nearest === undefined ? '' : `; did you mean "${path}${nearest}"?`}`
}
