import { isMap } from '../schema/keyword-value.js'
import { isUrl } from '../text/is-url.js'
import { complaintAbout, type OptionCheck, type OptionChecks, type RequiredOptionCheck } from './options.js'

/** A check by a condition. */
export const where = (expected: string, accepts: (value: unknown) => boolean): OptionCheck => ({
  expected,
  complaint: (value, path) => (accepts(value) ? undefined : `"${path}" must be ${expected}`),
})

/** An option without a default. */
export const required = (check: OptionCheck): RequiredOptionCheck => ({ ...check, required: true })

/** A text that is not empty. */
export const text = where('a string', value => typeof value === 'string' && value !== '')
/** A text that may be empty. */
export const anyText = where('a string', value => typeof value === 'string')
/** True or false. */
export const flag = where('true or false', value => typeof value === 'boolean')
/** Only `false`. */
export const off = where('false', value => value === false)
/** A function. */
export const callable = where('a function', value => typeof value === 'function')
/** An object with any members. */
export const anObject = where('an object', isMap)

/** A whole number in a range. */
export const integer = (least: number, most = Number.MAX_SAFE_INTEGER): OptionCheck =>
  where(
    `a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}`,
    value => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  )

/** A whole number. */
export const count = integer(0)
/** A number greater than 0. */
export const positive = where('a positive number', value => typeof value === 'number' && value > 0)

/** An `http` or `https` URL. */
export const url = where('a URL such as https://example.com', value => {
  return typeof value === 'string' && isUrl(value) && /^https?:$/.test(new URL(value).protocol)
})

/** A text that can be sent as the value of a header. */
export const headerValue = where('the value of a header', value => {
  return typeof value === 'string' && /^[\t\x20-\x7e]*$/.test(value)
})

/** One of some values. */
export const oneOf = (values: readonly unknown[]): OptionCheck =>
  where(`one of ${values.map(value => JSON.stringify(value)).join(', ')}`, value => values.includes(value))

/** What any of several checks accepts. */
export const either = (...checks: readonly OptionCheck[]): OptionCheck => {
  const expected = checks.map(check => check.expected).join(' or ')
  return {
    expected,
    complaint(value, path) {
      if (checks.some(check => check.complaint(value, path) === undefined)) return undefined
      const inner = checks.find(check => check.looksInto?.(value))
      return inner ? inner.complaint(value, path) : `"${path}" must be ${expected}`
    },
  }
}

/** A whole number, or `Infinity` for no limit. */
export const limit = either(
  count,
  where('Infinity', value => value === Number.POSITIVE_INFINITY),
)

/** An object with options of its own. */
export const shaped = <T>(checks: OptionChecks<T>): OptionCheck => ({
  expected: 'an object',
  looksInto: isMap,
  complaint: (value, path) =>
    isMap(value) ? complaintAbout(value, checks, `${path}.`) : anObject.complaint(value, path),
})

/** An object with values of one kind by name. */
export const recordOf = (check: OptionCheck, expected = `an object with ${check.expected} for each name`) => ({
  expected,
  looksInto: isMap,
  complaint(value: unknown, path: string) {
    if (!isMap(value)) return `"${path}" must be ${expected}`
    return firstOf(Object.entries(value), ([name, part]) =>
      part === undefined ? undefined : check.complaint(part, `${path}.${name}`),
    )
  },
})

/** A list of values of one kind. */
export const listOf = (check: OptionCheck, expected: string): OptionCheck => ({
  expected,
  looksInto: Array.isArray,
  complaint(value: unknown, path: string) {
    if (!Array.isArray(value)) return `"${path}" must be ${expected}`
    return firstOf([...value.entries()], ([at, part]) => check.complaint(part, `${path}[${at}]`))
  },
})

/** A list of objects with any members. */
export const objects = listOf(anObject, 'a list of objects')
/** Objects by name. */
export const objectsByName = recordOf(anObject, 'an object with an object for each name')
/** Functions by name. */
export const functionsByName = recordOf(callable, 'an object with a function for each name')

/** A list of texts. */
export const texts = listOf(text, 'a list of strings')

/** A list of names of headers. */
export const headerNames = listOf(
  where('the name of a header', value => typeof value === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(value)),
  'a list of names of headers',
)

/** An object with certain methods. */
export const having = <T>(...methods: readonly (keyof T & string)[]): OptionCheck => {
  const names = methods.map(name => `"${name}"`).join(' and ')
  return where(`an object with the method${methods.length > 1 ? 's' : ''} ${names}`, value => {
    const members = value !== null && typeof value === 'object' ? (value as Readonly<Record<string, unknown>>) : {}
    return methods.every(name => typeof members[name] === 'function')
  })
}

function firstOf<T>(parts: readonly T[], complaintOf: (part: T) => string | undefined): string | undefined {
  for (const part of parts) {
    const complaint = complaintOf(part)
    if (complaint !== undefined) return complaint
  }
  return undefined
}

/**
 * Checks of options: of texts (`text`, or `anyText` if it may be empty; `url`, `headerValue`, `oneOf`), numbers (`count`,
 * `positive`, `integer` for a range, `limit` for a whole number or `Infinity`), switches (`flag`, `off` for `false`),
 * functions (`callable`, `functionsByName`), objects (`anObject`, `shaped` for one with options of its own, `recordOf` for
 * values by name, `objectsByName`, `having` for methods) and lists (`listOf`, `objects`, `texts`, `headerNames`). `where` makes one of a condition, `either` of
 * several, and `required` is for an option without a default.
 */
export const checks = Object.freeze({
  anObject,
  anyText,
  callable,
  count,
  either,
  flag,
  functionsByName,
  having,
  headerNames,
  headerValue,
  integer,
  limit,
  listOf,
  objects,
  objectsByName,
  off,
  oneOf,
  positive,
  recordOf,
  required,
  shaped,
  text,
  texts,
  url,
  where,
})
