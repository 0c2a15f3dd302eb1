import { shownValue } from '../meta-field.js'
import type { MetaKey } from '../meta-keys.js'

/** Whether a value of a key with `refersTo` is the id of an object; 0 is none. */
export const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** The ids of the objects that stored values of a key with `refersTo` refer to, each once. */
export const targetsIn = (key: MetaKey, stored: readonly { readonly value: unknown }[]): readonly number[] => [
  ...new Set(stored.flatMap(({ value }) => [shownValue(key, value)].flat().filter(isId))),
]
