import type { Members } from '../object-members.js'
import type { Keyword } from '../rule.js'
import { anyOf } from './any-of.js'
import { maximum, minimum } from './bounds.js'
import { dependencies } from './dependencies.js'
import { enumeration } from './enum.js'
import { format } from './format.js'
import { items } from './items.js'
import { members } from './members.js'
import { multipleOf } from './multiple-of.js'
import { not } from './not.js'
import { oneOf } from './one-of.js'
import { pattern } from './pattern.js'
import { required } from './required.js'
import { maxItems, maxLength, maxProperties, minItems, minLength, minProperties } from './size-limits.js'
import { uniqueItems } from './unique-items.js'

/**
 * All keywords, by the type of value that they check. Each list is in order: the first failure is reported. `members`
 * covers `properties`, `patternProperties` and `additionalProperties`; `minimum` and `maximum` cover `exclusiveMinimum`
 * and `exclusiveMaximum`.
 */
export const keywords = {
  string: [minLength, maxLength, pattern] satisfies Keyword<string>[],
  number: [multipleOf, minimum, maximum] satisfies Keyword<number>[],
  array: [items, minItems, maxItems, uniqueItems] satisfies Keyword<readonly unknown[]>[],
  object: [required, members, minProperties, maxProperties, dependencies] satisfies Keyword<Members>[],
  /** Checked before the type. */
  sent: [anyOf, oneOf] satisfies Keyword<unknown>[],
  /** Checked after the type and `allOf`, which is compiled separately because its schemas also convert. */
  afterType: [not] satisfies Keyword<unknown>[],
  /** Checked against the converted value, once everything else is valid. */
  converted: [enumeration] satisfies Keyword<unknown>[],
  /** Checked last. */
  stringLast: [format] satisfies Keyword<string>[],
} as const
