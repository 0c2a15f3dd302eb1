import {
  type AnyRecord,
  type BaseRecord,
  type ComparedWith,
  type Condition,
  type ConditionBuilder,
  type FieldOf,
  recordTest,
} from '@platen/storage'

/** The records that somebody has a right to: all, none, or those of a condition, which compares no folded texts. */
export type Right<R extends BaseRecord> = boolean | Condition<R>

const NONE = Object.freeze({ op: 'or' as const, all: Object.freeze<never[]>([]) })

/** The condition of a query for the records of a right: `undefined` if these are all. */
export const conditionOf = <R extends BaseRecord>(right: Right<R>): Condition<R> | undefined =>
  typeof right !== 'boolean' ? right : right ? undefined : NONE

/** Whether a record is among those of a right. Throws a `TypeError` for a right that depends on other records. */
export const holds = <R extends BaseRecord>(right: Right<R>, record: R): boolean =>
  typeof right === 'boolean' ? right : recordTest({ unique: {} }, right, refuseRelated)(record as AnyRecord)

function refuseRelated(): never {
  throw new TypeError('A right that depends on other records cannot be tested on one.')
}

function join<R extends BaseRecord>(op: 'and' | 'or', rights: readonly Right<R>[]): Right<R> {
  const decisive = op === 'or'
  if (rights.includes(decisive)) return decisive
  const all = rights.filter(right => typeof right !== 'boolean')
  const [first = !decisive] = all
  return all.length <= 1 ? first : Object.freeze({ op, all: Object.freeze(all) })
}

/** The records of at least one of some rights. */
export const anyOf = <R extends BaseRecord>(...rights: readonly Right<R>[]): Right<R> => join('or', rights)

/** The records of all of some rights. */
export const allOf = <R extends BaseRecord>(...rights: readonly Right<R>[]): Right<R> => join('and', rights)

/** All records but those of a right. */
export const allBut = <R extends BaseRecord>(right: Right<R>): Right<R> =>
  typeof right === 'boolean' ? !right : Object.freeze({ op: 'not', condition: right })

/** The records to which one of a right is related. */
export const relatedTo = <R extends BaseRecord, O extends BaseRecord>(
  where: ConditionBuilder<R>,
  other: ConditionBuilder<O>,
  on: { readonly foreign: FieldOf<NoInfer<O>>; readonly local: FieldOf<NoInfer<R>> },
  right: Right<NoInfer<O>>,
): Right<R> => right !== false && where.exists(other, on, conditionOf(right))

function isSame(one: unknown, other: unknown): boolean {
  if (one === other || !one || !other || typeof one !== 'object' || typeof other !== 'object') return one === other
  const [members, others] = [Object.entries(one), Object.entries(other)]
  if (members.length !== others.length) return false
  return members.every(([name, value], at) => others[at]?.[0] === name && isSame(value, others[at]?.[1]))
}

/**
 * A right that depends on the value of a field: `rightOf` one of `values`, and `otherwise` for records with another
 * value. Without `otherwise`, all records have one of the values. Values with the same right share one condition.
 */
export function rightBy<R extends BaseRecord, F extends FieldOf<R>, V extends ComparedWith<R[F]>>(
  where: ConditionBuilder<R>,
  field: F,
  values: readonly V[],
  rightOf: (value: V) => Right<NoInfer<R>>,
  otherwise?: Right<NoInfer<R>>,
): Right<R> {
  const [only] = values
  if (only !== undefined && values.length === 1 && otherwise === undefined) return rightOf(only)
  const groups: { readonly right: Right<R>; readonly values: V[] }[] = []
  for (const value of values) {
    const right = rightOf(value)
    if (otherwise !== undefined && isSame(right, otherwise)) continue
    const group = groups.find(each => isSame(each.right, right))
    if (group === undefined) groups.push({ right, values: [value] })
    else group.values.push(value)
  }
  if (otherwise === undefined && groups.length <= 1) return groups[0]?.right ?? false
  const parts = groups.map(group => group.right !== false && allOf(where.in(field, group.values), group.right))
  if (otherwise === undefined || otherwise === false) return anyOf(...parts)
  const others = groups.flatMap(group => group.values)
  return others.length === 0 ? otherwise : anyOf(...parts, allOf(where.notIn(field, others), otherwise))
}
