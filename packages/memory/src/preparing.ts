import { type CollectionDefinition, type CollectionMigration, StoreError } from '@platen/storage'
import { kindOf, requireUnique } from './kind.js'
import { openSession } from './open-session.js'
import { createRows } from './rows.js'
import { type BaseSession, createBaseSession, createSessionOverlay } from './session.js'
import { type Ids, put } from './writing.js'

/** Creates a new base session with the current declarations of some collections; the old session does not change. */
export async function prepared(
  base: BaseSession,
  ids: Ids,
  definitions: readonly CollectionDefinition[],
): Promise<BaseSession> {
  const collections = new Map(base.collections)
  const next = createBaseSession(collections, base.options)
  const migrated: [CollectionDefinition, readonly CollectionMigration[]][] = []
  for (const definition of definitions) {
    const { name, migrations } = definition
    const before = collections.get(name)
    const kind = kindOf(definition)
    const rows = createRows<number, never>(kind.indexes)
    // Migrations may make keys unique, so the keys are checked at the end.
    collections.set(name, { kind: { ...kind, unique: [] }, rows })
    const applied = before?.kind.definition.migrations.length ?? migrations.length
    if (applied > migrations.length) {
      const versions = `${applied} of its migrations were applied, ${migrations.length} are declared`
      throw new StoreError('unavailable', `A later version has migrated the collection "${name}": ${versions}.`)
    }
    const pending = migrations.slice(applied)
    migrated.push([definition, pending])
    requireFittingColumns(before?.kind.definition, definition, pending)
    for (const record of before?.rows.all() ?? []) {
      const fields = renamed<unknown>(record, pending)
      for (const [field, { nullable, optional }] of Object.entries(definition.columns)) {
        if (fields[field] !== undefined || nullable || optional) continue
        throw new StoreError('failed', `Existing records of ${name} have no "${field}": the column needs a default.`)
      }
      put(next, name, record.id, record.version, fields)
    }
  }
  const overlay = createSessionOverlay(next)
  const access = {
    ids,
    session: () => overlay,
    write: async <T>(work: (session: typeof overlay) => T) => work(overlay),
  }
  const { collection: open } = openSession(access)
  for (const [definition, pending] of migrated) {
    for (const { run } of pending) await run?.(open(definition), open)
  }
  overlay.merge()
  for (const definition of definitions) {
    const kind = kindOf(definition)
    const rows = next.rows(definition.name)
    collections.set(definition.name, { kind, rows })
    for (const record of rows.all()) requireUnique(kind, rows, record)
  }
  return next
}

/** Refuses a declaration that the records stored by the one before do not fit. */
function requireFittingColumns(
  before: CollectionDefinition | undefined,
  { name, columns }: CollectionDefinition,
  pending: readonly CollectionMigration[],
): void {
  for (const [field, existing] of Object.entries(renamed(before?.columns ?? {}, pending))) {
    const declared = columns[field]
    const isDropped = pending.some(({ drop = [] }) => drop.includes(field))
    if (!declared && !isDropped && !existing.nullable && !existing.optional) {
      throw new StoreError('failed', `The collection "${name}" no longer has "${field}": a migration must drop it.`)
    }
    if (!declared || (declared.kind === existing.kind && declared.nullable === existing.nullable)) continue
    const problem = `holds other values in "${field}" than are declared: the new column needs a name of its own`
    throw new StoreError('failed', `The collection "${name}" ${problem}.`)
  }
}

function renamed<T>(
  record: Readonly<Record<string, T>>,
  pending: readonly CollectionMigration[],
): Readonly<Record<string, T>> {
  const fields = new Map(Object.entries(record))
  for (const [from, to] of pending.flatMap(({ rename = {} }) => Object.entries(rename))) {
    const value = fields.get(from)
    if (fields.delete(from) && value !== undefined) fields.set(to, value)
  }
  return Object.fromEntries(fields)
}
