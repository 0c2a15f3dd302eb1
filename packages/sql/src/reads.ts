import type { Shape } from './shape.js'
import type { Table } from './tables.js'

/** The fields that something depends on, by the tables that have them. */
export type Reads = ReadonlyMap<string, ReadonlySet<string>>

/** The data that the number of a table's matching records depends on, besides which records exist. */
export function readsOf(table: Table, where: Shape): Reads {
  const reads = new Map<string, Set<string>>()
  const fieldsOf = ({ name }: Table) => {
    const known = reads.get(name)
    if (known !== undefined) return known
    const fields = new Set<string>()
    reads.set(name, fields)
    return fields
  }
  const gather = (of: Table, shape: Shape): void => {
    const fields = fieldsOf(of)
    switch (shape.is) {
      case 'constant':
        return
      case 'searched':
        for (const { field } of shape.columns) fields.add(field)
        // Its value decides whether the index of texts contains a record.
        if (shape.texts.except !== undefined) fields.add(shape.texts.except.column.field)
        return
      case 'all':
      case 'any':
        for (const part of shape.parts) gather(of, part)
        return
      case 'not':
        gather(of, shape.part)
        return
      case 'exists':
        fields.add(shape.local.field)
        fieldsOf(shape.table).add(shape.foreign.field)
        gather(shape.table, shape.where)
        return
      case 'covers':
        fields.add(shape.local.field)
        fieldsOf(shape.table).add(shape.foreign.field).add(shape.column.field)
        return
      default:
        fields.add(shape.column.field)
    }
  }
  gather(table, where)
  return reads
}

/** Whether a condition searches an index of texts, whose contents also depend on how texts are folded. */
export function searches(shape: Shape): boolean {
  switch (shape.is) {
    case 'searched':
      return true
    case 'all':
    case 'any':
      return shape.parts.some(searches)
    case 'not':
      return searches(shape.part)
    case 'exists':
      return searches(shape.where)
    default:
      return false
  }
}
