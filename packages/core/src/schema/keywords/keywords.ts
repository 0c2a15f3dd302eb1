import type { Members } from '../object-members.js'
import type { Keyword } from '../rule.js'
import { anyOf } from './any-of.js'
import { dependencies } from './dependencies.js'
import { enumeration } from './enum.js'
import { format } from './format.js'
import { items } from './items.js'
import { maxItems } from './max-items.js'
import { maxLength } from './max-length.js'
import { maxProperties } from './max-properties.js'
import { maximum } from './maximum.js'
import { members } from './members.js'
import { minItems } from './min-items.js'
import { minLength } from './min-length.js'
import { minProperties } from './min-properties.js'
import { minimum } from './minimum.js'
import { multipleOf } from './multiple-of.js'
import { not } from './not.js'
import { oneOf } from './one-of.js'
import { pattern } from './pattern.js'
import { required } from './required.js'
import { uniqueItems } from './unique-items.js'

/**
 * Every keyword there is, by what it looks at. Within a list the order counts: of several keywords that a value fails,
 * the first is told. `members` stands for `properties`, `patternProperties` and `additionalProperties`, which share
 * them out; `minimum` and `maximum` see to `exclusiveMinimum` and `exclusiveMaximum`.
 */
export const keywords = {
  string: [minLength, maxLength, pattern] satisfies Keyword<string>[],
  number: [multipleOf, minimum, maximum] satisfies Keyword<number>[],
  array: [items, minItems, maxItems, uniqueItems] satisfies Keyword<readonly unknown[]>[],
  object: [required, members, minProperties, maxProperties, dependencies] satisfies Keyword<Members>[],
  /** Before the type is looked at. */
  sent: [anyOf, oneOf] satisfies Keyword<unknown>[],
  /** After the type and `allOf`, which is compiled apart: its schemas convert too. */
  afterType: [not] satisfies Keyword<unknown>[],
  /** When everything else is fine, the converted value. */
  converted: [enumeration] satisfies Keyword<unknown>[],
  /** Last of all. */
  stringLast: [format] satisfies Keyword<string>[],
} as const
