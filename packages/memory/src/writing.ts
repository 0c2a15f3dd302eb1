import { type CollectionName, StoreError } from '@platen/site'
import type { Contents } from './contents.js'
import { matching } from './finding.js'
import { type AnyCondition, type AnyRecord, copyRecord } from './record.js'
import { conflict, requireUnique } from './uniqueness.js'

/** Gives ids out: unique in a collection and growing, whatever becomes of the records. */
export interface Ids {
  next(name: CollectionName, wanted: number | undefined): number
}

export function createIds(): Ids {
  const last = new Map<CollectionName, number>()
  return {
    next(name, wanted) {
      const highest = last.get(name) ?? 0
      const id = wanted ?? highest + 1
      last.set(name, Math.max(highest, id))
      return id
    },
  }
}

export function insert(
  contents: Contents,
  ids: Ids,
  name: CollectionName,
  fields: { readonly id?: number },
): AnyRecord {
  const rows = contents.records[name]
  if (fields.id !== undefined && rows.get(fields.id)) throw conflict(name, 'id')
  const record = copyRecord(name, ids.next(name, fields.id), 1, fields)
  requireUnique(name, rows, record)
  rows.put(record.id, record)
  return record
}

export function update(
  contents: Contents,
  name: CollectionName,
  id: number,
  changes: object,
  version?: number | undefined,
): AnyRecord {
  const rows = contents.records[name]
  const before = rows.get(id)
  if (!before) throw new StoreError('not_found', `There is no record ${id} in ${name}.`)
  if (version !== undefined && version !== before.version) {
    throw new StoreError('version', `Record ${id} of ${name} has changed since version ${version}.`)
  }
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const record = copyRecord(name, id, before.version + 1, { ...before, ...given })
  requireUnique(name, rows, record)
  rows.put(id, record)
  return record
}

export function updateWhere(contents: Contents, name: CollectionName, where: AnyCondition, changes: object): number {
  const found = matching(contents, name, where)
  for (const record of found) update(contents, name, record.id, changes)
  return found.length
}

export function remove(contents: Contents, name: CollectionName, id: number): boolean {
  const known = contents.records[name].get(id) !== undefined
  if (known) contents.records[name].drop(id)
  return known
}

export function removeWhere(contents: Contents, name: CollectionName, where: AnyCondition): number {
  const found = matching(contents, name, where)
  for (const record of found) contents.records[name].drop(record.id)
  return found.length
}
