import { type AnyOrder, type Position, type Scalar, valuesAt } from '@platen/storage'
import { sql } from 'kysely'
import { type ConditionSql, columnSql, type Source } from './condition-sql.js'
import type { Fragment } from './dialect.js'
import { idSql, type OrderShape, stepSource } from './ordering.js'
import type { Values } from './shape.js'
import { slotAt } from './statements.js'
import type { Column, Table } from './tables.js'

/** One step of an order up to a position in it, without its value. */
interface Step {
  readonly column: Column
  readonly descends: boolean
  readonly folded: boolean
  /** The index of the value in the values of the call; `undefined` for `null`. */
  readonly place: number | undefined
  /** The compared operand. */
  keyOf(build: ConditionSql, source: Source): Fragment
}

/** A position in an order without its values; see `Shape`. */
export interface PositionShape {
  readonly key: string
  /** The bound that its first step is; none for `null`. */
  readonly start: Source['start']
  /** The condition that a record comes after the position. Compared operands are passed through `wrap`. */
  test(build: ConditionSql, source: Source, wrap: (key: Fragment) => Fragment): Fragment
}

/** Separates the values from a position in an order, which `shapes` are the steps of. */
export function shapePosition(
  table: Table,
  order: readonly AnyOrder[],
  shapes: readonly OrderShape[],
  position: Position,
  values: Values,
): PositionShape {
  const places = valuesAt(table.definition, order, position, collection => table.other(collection).definition)
  const shapeStep = (shape: OrderShape | undefined, value: Scalar): Step => {
    if (shape?.by !== 'field' && shape?.by !== 'related') throw new TypeError('Not an order with positions.')
    const { column, direction } = shape
    const isFolded = shape.by === 'field' && shape.folded && column.kind === 'text'
    const text = isFolded && typeof value === 'string' ? column.folding.fold(value) : value
    const place = value === null ? undefined : values.add(typeof text === 'boolean' ? Number(text) : text)
    const keyOf = ({ folded }: ConditionSql, source: Source) => {
      if (isFolded) return folded(source, column)
      return shape.by === 'field' && column.field === 'id'
        ? idSql(source, shapes)
        : columnSql(stepSource(source, shape), column)
    }
    return { column, descends: direction === 'desc', folded: isFolded, place, keyOf }
  }
  const steps = places.map(([, value], at) => shapeStep(shapes[at], value))
  const byId = shapeStep(shapes.at(-1), position.id)
  const [first = byId] = steps
  return {
    key: `after(${[...steps, byId].map(({ place }) => (place === undefined ? 'null' : `#${place}`)).join()})`,
    start:
      first.folded || first.place === undefined ? undefined : { column: first.column, operator: operatorOf(first) },
    test(build, source, wrap) {
      const after = afterSql(step => wrap(step.keyOf(build, source)), steps, byId)
      const start = first.folded && !first.column.nullable ? build.foldedStart(source, first.column) : undefined
      if (start === undefined || first.place === undefined) return after
      return sql`(${wrap(start)} ${sql.raw(operatorOf(first))}= ${build.startOf(slotAt(first.place))} and ${after})`
    },
  }
}

const operatorOf = ({ descends }: Step) => (descends ? '<' : '>')

function afterSql(keyOf: (step: Step) => Fragment, steps: readonly Step[], byId: Step): Fragment {
  const isOneWay = steps.every(({ descends }) => descends === byId.descends)
  if (isOneWay && !steps.some(({ column }) => column.nullable)) {
    // Indexes can look up row values.
    const keys = [...steps, byId].map(keyOf)
    const places = [...steps, byId].flatMap(({ place }) => (place === undefined ? [] : slotAt(place)))
    return sql`(${sql.join(keys)}) ${sql.raw(operatorOf(byId))} (${sql.join(places)})`
  }
  // From the last step to the first: after the value of a step, or equal to it and after those of the next steps.
  const after = steps.reduceRight(
    (rest, step) => {
      const key = keyOf(step)
      const same = step.place === undefined ? sql`${key} is null` : sql`${key} = ${slotAt(step.place)}`
      return sql`(${behindSql(key, step)} or (${same} and ${rest}))`
    },
    behindSql(keyOf(byId), byId),
  )
  const [first] = steps
  if (first?.place === undefined || first.column.nullable) return after
  // A bound that an index can use: with OR, both sides would be scanned.
  return sql`(${keyOf(first)} ${sql.raw(operatorOf(first))}= ${slotAt(first.place)} and ${after})`
}

/** `null` comes first in an ascending order, and last in a descending one. */
function behindSql(key: Fragment, step: Step): Fragment {
  const { column, descends, place } = step
  if (place === undefined) return descends ? sql`1 = 0` : sql`${key} is not null`
  const behind = sql`${key} ${sql.raw(operatorOf(step))} ${slotAt(place)}`
  return descends && column.nullable ? sql`(${behind} or ${key} is null)` : behind
}
