import { hasFewerCharacters, hasMoreCharacters } from '../../text/character-count.js'
import { failure } from '../failure.js'
import { countOf } from '../keyword-value.js'
import type { Members } from '../object-members.js'
import type { Keyword } from '../rule.js'

type List = readonly unknown[]
type IsOutside<T> = (value: T, limit: number) => boolean

const limit =
  <T>(keyword: string, code: string, comparison: string, unit: string, isOutside: IsOutside<T>): Keyword<T> =>
  (schema, context) => {
    const count = countOf(schema, keyword, context)
    if (count === undefined) return undefined
    const outside = failure(code, name => `${name} has ${comparison} than ${count} ${unit}.`)
    return value => (isOutside(value, count) ? outside : undefined)
  }

export const minLength = limit('minLength', 'rest_too_short', 'fewer', 'characters', hasFewerCharacters)
export const maxLength = limit('maxLength', 'rest_too_long', 'more', 'characters', hasMoreCharacters)

export const minItems = limit<List>(
  'minItems',
  'rest_too_few_items',
  'fewer',
  'items',
  (list, min) => list.length < min,
)
export const maxItems = limit<List>(
  'maxItems',
  'rest_too_many_items',
  'more',
  'items',
  (list, max) => list.length > max,
)

export const minProperties = limit<Members>(
  'minProperties',
  'rest_too_few_properties',
  'fewer',
  'properties',
  (object, min) => Object.keys(object).length < min,
)
export const maxProperties = limit<Members>(
  'maxProperties',
  'rest_too_many_properties',
  'more',
  'properties',
  (object, max) => Object.keys(object).length > max,
)
