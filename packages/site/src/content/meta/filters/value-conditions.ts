import type { Condition } from '@platen/storage'
import { fold } from '@platen/storage'
import { type IndexedMetaRecord, whereIndexedMeta } from '../../../kernel/records/index.js'
import type { SiteTime } from '../../../kernel/time/index.js'
import { AFTER_VALUES, BEFORE_VALUES, COMPARED_LENGTH, indexText, textsThatStartWith } from '../indexing/index-text.js'
import type { IndexedKey } from '../indexing/indexed-keys.js'

/** The operators of filters by meta. */
export const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'not_in', 'exists', 'starts_with'] as const

export type Operator = (typeof OPERATORS)[number]

export const isOperator = (name: string): name is Operator => OPERATORS.some(each => each === name)

/** A condition on the indexed values of an object: one of them satisfies it, or, if `isNegative`, none. */
export interface ValueCondition {
  readonly where: Condition<IndexedMetaRecord>
  readonly isNegative: boolean
}

/** A value that cannot be compared with those of a key; the message is for clients. */
export class IncomparableValue extends Error {}

const { and, eq, gt, gte, in: isIn, lt, lte } = whereIndexedMeta

/** The condition of an operator on the values of a key. Throws `IncomparableValue`. */
export function valueCondition(key: IndexedKey, operator: Operator, given: unknown, time: SiteTime): ValueCondition {
  const ofKey = eq('key', key.id)
  const where = (...conditions: Condition<IndexedMetaRecord>[]) => and(ofKey, ...conditions)
  const found = (...conditions: Condition<IndexedMetaRecord>[]) => ({ where: where(...conditions), isNegative: false })
  const text = () => comparedText(key, given, time)
  switch (operator) {
    case 'eq':
      return found(eq('value', text()))
    case 'ne':
      return { where: where(eq('value', text())), isNegative: true }
    case 'gt':
      return found(gt('value', text()), lt('value', AFTER_VALUES))
    case 'gte':
      return found(gte('value', text()), lt('value', AFTER_VALUES))
    case 'lt':
      return found(gt('value', BEFORE_VALUES), lt('value', text()))
    case 'lte':
      return found(gt('value', BEFORE_VALUES), lte('value', text()))
    case 'in':
    case 'not_in':
      return {
        where: where(
          isIn(
            'value',
            (given as readonly unknown[]).map(each => comparedText(key, each, time)),
          ),
        ),
        isNegative: operator === 'not_in',
      }
    case 'exists':
      return given === true
        ? found(gt('value', BEFORE_VALUES), lt('value', AFTER_VALUES))
        : found(eq('value', BEFORE_VALUES))
    case 'starts_with': {
      if (key.type !== 'text') throw new IncomparableValue(`Only texts start with something; "${key.name}" is none.`)
      const [from, to] = textsThatStartWith(comparable(String(given)))
      return found(gte('value', from), lt('value', to))
    }
  }
}

/** The text of a value in the index of a key. Throws `IncomparableValue`. */
export function comparedText(key: IndexedKey, given: unknown, time: SiteTime): string {
  if (key.type === 'text' && typeof given === 'string') comparable(given)
  const text = indexText(key.type, given, time)
  if (text === undefined) throw new IncomparableValue(`"${key.name}" cannot be compared with this value.`)
  return text
}

/** Refuses a text that is longer than what the index contains. */
function comparable(text: string): string {
  if (fold(text).length <= COMPARED_LENGTH) return text
  throw new IncomparableValue(`Texts are compared by up to ${COMPARED_LENGTH} characters.`)
}
