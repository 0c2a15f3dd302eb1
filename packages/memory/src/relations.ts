import type { AnyCondition, AnyRecord, Related, Relation, TextLimits } from '@platen/storage'
import { compareValues } from './comparing.js'
import { matching } from './finding.js'
import { omitLongTexts } from './omitted-texts.js'
import type { Session } from './session.js'

/** The related values of records, by their ids; a relation's map has no entry for ids without values. */
export function relate(
  session: Session,
  name: string,
  ids: readonly number[],
  names: readonly string[],
  limits: TextLimits,
): Related {
  const declared = session.kind(name).definition.relations
  const related = [...new Set(names)].map(each => {
    const relation = declared[each]
    if (!relation) throw new TypeError(`Records of ${name} have no relation "${each}".`)
    return [each, load(session, name, ids, relation, limits)] as const
  })
  return Object.freeze(Object.fromEntries(related))
}

function load(
  session: Session,
  owners: string,
  ids: readonly number[],
  { kind, collection, foreign, local, where, through, window, fields }: Relation,
  limits: TextLimits,
): ReadonlyMap<number, unknown> {
  const cut = omitLongTexts(session.kind(collection).definition, limits, fields)
  const shown = (record: AnyRecord) => cut(fields === undefined ? record : part(record, fields))
  if (kind === 'one') {
    const rows = session.rows(collection)
    return collect(ids, id => {
      const record = rows.get(Number(session.rows(owners).get(id)?.[local]))
      return record && shown(record)
    })
  }
  const isOwned: AnyCondition = { op: 'in', field: foreign, values: ids }
  const condition: AnyCondition = where === undefined ? isOwned : { op: 'and', all: [isOwned, where] }
  const found = matching(session, through?.collection ?? collection, condition)
  const order = through === undefined ? ['id'] : [through.order, 'id']
  const byOwner = groupBy(found.sort(comparing(order)), foreign)
  return collect(ids, id => {
    const own = byOwner.get(id)
    if (!own) return undefined
    if (kind === 'summary') return Object.freeze({ count: own.length, latest: own.at(-1)?.id })
    if (window !== undefined)
      return Object.freeze(
        [...own]
          .sort(comparing([window.by, 'id']))
          .reverse()
          .slice(0, window.limit)
          .map(shown),
      )
    if (through === undefined) return Object.freeze(own.map(shown))
    const linked = own.flatMap(link => session.rows(collection).get(Number(link[through.to])) ?? [])
    return linked.length === 0 ? undefined : Object.freeze(linked.map(shown))
  })
}

const part = (record: AnyRecord, fields: readonly string[]) =>
  Object.freeze(Object.fromEntries(['id', ...fields].map(field => [field, record[field]])))

function groupBy(records: readonly AnyRecord[], field: string): ReadonlyMap<unknown, readonly AnyRecord[]> {
  const groups = new Map<unknown, AnyRecord[]>()
  for (const record of records) {
    const group = groups.get(record[field])
    if (group) group.push(record)
    else groups.set(record[field], [record])
  }
  return groups
}

function collect(ids: readonly number[], read: (id: number) => unknown): ReadonlyMap<number, unknown> {
  const found = new Map<number, unknown>()
  for (const id of ids) {
    const value = read(id)
    if (value !== undefined) found.set(id, value)
  }
  return found
}

const comparing = (fields: readonly string[]) => (a: AnyRecord, b: AnyRecord) =>
  fields.map(field => compareValues(a[field], b[field])).find(compared => compared !== 0) ?? 0
