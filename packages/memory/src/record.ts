import type { BaseRecord, CollectionName, Condition, Order } from '@platen/site'

/** A record of whatever collection, its fields by name: inside the store no collection is treated specially. */
export type AnyRecord = BaseRecord & Readonly<Record<string, unknown>>
export type AnyCondition = Condition<AnyRecord>
export type AnyOrder = Order<AnyRecord>

const JSON_FIELDS: { readonly [N in CollectionName]?: readonly string[] } = {
  users: ['roles', 'capabilities'],
  meta: ['value'],
}

const LONE_SURROGATE = /\p{Surrogate}/gu

/** What not every database takes is replaced: half characters and NUL. */
const storableText = (text: string): string => text.replaceAll('\0', '\uFFFD').replace(LONE_SURROGATE, '\uFFFD')

/** The store's own frozen copy of a record. */
export function copyRecord(collection: CollectionName, id: number, version: number, fields: object): AnyRecord {
  const json = JSON_FIELDS[collection] ?? []
  const copy: Record<string, unknown> & { id: number; version: number } = { id, version }
  for (const [field, value] of Object.entries(fields)) {
    if (field === 'id' || field === 'version') continue
    if (json.includes(field)) copy[field] = frozenJson(value)
    else copy[field] = typeof value === 'string' ? storableText(value) : value
  }
  return Object.freeze(copy)
}

/** A deeply frozen copy of what is left of a value after a way through JSON. */
export function frozenJson(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  return freezeDeep(JSON.parse(JSON.stringify(value) ?? 'null'))
}

function freezeDeep(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) freezeDeep(part)
  return Object.freeze(value)
}
