import {
  type AnyCondition,
  type AnyRecord,
  type Column,
  frozenJson,
  type InsertOptions,
  type RecordUpdate,
  requireOneEach,
  StoreError,
  storableValue,
  type UpdateOptions,
} from '@platen/storage'
import { matching } from './finding.js'
import { conflict, requireUnique } from './kind.js'
import type { Session } from './session.js'

/** A record on its way in, or changes of one. */
export type Fields = Readonly<Record<string, unknown>>

/** Assigns ids: unique and increasing within a collection, even if records are removed. */
export interface Ids {
  next(name: string, wanted: number | undefined): number
}

export function createIds(): Ids {
  const last = new Map<string, number>()
  return {
    next(name, wanted) {
      const highest = last.get(name) ?? 0
      const id = wanted ?? highest + 1
      last.set(name, Math.max(highest, id))
      return id
    },
  }
}

/** Stores a record with these fields; fails with `conflict` if another record has the same unique key. */
export function put(session: Session, name: string, id: number, version: number, fields: Fields): AnyRecord {
  const kind = session.kind(name)
  const rows = session.rows(name)
  const record = frozenCopy(kind.definition.columns, id, version, fields)
  requireUnique(kind, rows, record)
  rows.put(id, record)
  return record
}

function frozenCopy(columns: Readonly<Record<string, Column>>, id: number, version: number, fields: Fields): AnyRecord {
  const copy: Record<string, unknown> & { id: number; version: number } = { id, version }
  for (const [field, column] of Object.entries(columns)) {
    const value = storableValue(column, fields[field], field)
    copy[field] = column.kind === 'json' ? frozenJson(value) : value
  }
  return Object.freeze(copy)
}

export function insert(
  session: Session,
  ids: Ids,
  name: string,
  fields: Fields & { readonly id?: number; readonly version?: number },
  { keepVersions = false }: InsertOptions = {},
): AnyRecord {
  if (fields.id !== undefined && session.rows(name).get(fields.id)) throw conflict(name, 'id')
  return put(session, name, ids.next(name, fields.id), (keepVersions && fields.version) || 1, fields)
}

export function update(
  session: Session,
  name: string,
  id: number,
  changes: Fields,
  { version, keepVersion = false }: UpdateOptions = {},
): AnyRecord {
  const before = session.rows(name).get(id)
  if (!before) throw new StoreError('not_found', `There is no record ${id} in ${name}.`)
  if (version !== undefined && version !== before.version) {
    throw new StoreError('version', `Record ${id} of ${name} has changed since version ${version}.`)
  }
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  return put(session, name, id, keepVersion ? before.version : before.version + 1, { ...before, ...given })
}

export function updateMany(session: Session, name: string, updates: readonly RecordUpdate<AnyRecord>[]): void {
  requireOneEach(updates)
  for (const { id, changes } of updates) update(session, name, id, changes)
}

export function increment(
  session: Session,
  name: string,
  field: string,
  amounts: ReadonlyMap<number, number>,
  options?: Pick<UpdateOptions, 'keepVersion'>,
): void {
  const rows = session.rows(name)
  for (const [id, amount] of amounts) {
    const before = rows.get(id)?.[field]
    if (before !== undefined) update(session, name, id, { [field]: Math.max(0, Number(before) + amount) }, options)
  }
}

export function updateWhere(session: Session, name: string, where: AnyCondition, changes: Fields): number {
  const found = matching(session, name, where)
  for (const record of found) update(session, name, record.id, changes)
  return found.length
}

export function remove(session: Session, name: string, id: number): boolean {
  const existed = session.rows(name).get(id) !== undefined
  if (existed) session.rows(name).drop(id)
  return existed
}

export function removeWhere(session: Session, name: string, where: AnyCondition): number {
  const found = matching(session, name, where)
  for (const record of found) session.rows(name).drop(record.id)
  return found.length
}
