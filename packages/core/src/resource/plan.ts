import { createBoundedCache } from '../bounded-cache.js'
import type { EmptyObjects } from '../empty-objects.js'
import type { Schema } from '../schema/schema.js'
import { withoutUndefined } from '../without-undefined.js'
import type { Context, FieldDefinition, Getter, RequestedField } from './field.js'
import type { FieldSelection } from './field-selection.js'
import type { GotMember, Member, OnFieldError } from './json/member.js'
import { membersWriter, writeFailed } from './json/write-members.js'
import { writeJson } from './json/write-value.js'
import type { ResourceDefinition } from './resource.js'

/** Up to this number of parts, a value is checked part by part; for a larger one, writing it is faster. */
const MOST_PARTS = 256

/**
 * Throws a `TypeError` for a value without a JSON form, such as one that contains a `bigint` or itself, and any error of
 * its `toJSON`.
 */
export function requireJson(value: unknown): void {
  const type = typeof value
  if (type === 'string' || type === 'number' || type === 'boolean' || value === undefined || value === null) return
  if (countPlain(value, MOST_PARTS) < 0) JSON.stringify(value)
}

/** Subtracts the number of parts of a value from `room`; negative if the value must be written to be sure. */
function countPlain(value: unknown, room: number): number {
  if (room <= 0 || typeof value === 'bigint') return -1
  if (typeof value !== 'object' || value === null) return room - 1
  if ('toJSON' in value) return -1
  let left = room - 1
  for (const part of Array.isArray(value) ? value : Object.values(value)) {
    left = countPlain(part, left)
    if (left < 0) return left
  }
  return left
}

/** The data to load and compute for a context and a selection of fields. */
export interface Plan<R, V, N extends string> {
  readonly context: Context
  readonly needs: ReadonlySet<N>
  readonly links: boolean
  /** The fields of a record, without undefined ones. */
  value(record: R, view: V, onError: OnFieldError<R>): Record<string, unknown>
  /** The JSON of the fields, without braces. */
  text(record: R, view: V, onError: OnFieldError<R>): string
}

/** The plan of a field or property. */
type Planned<R, V> = Member<R, V> & PlannedAs<R, V>
type PlannedValue<R, V> = GotMember<R, V> & PlannedAs<R, V>

interface PlannedAs<R, V> {
  value(record: R, view: V, onError: OnFieldError<R>): unknown
}

/** The limit of the cached plans of a resource: clients may send any number of different selections. */
const MAX_BYTES = 1024 * 1024
/** The estimated size of a plan, for each field and each character of its selection. */
const BYTES_PER_FIELD = 1024
const BYTES_PER_CHARACTER = 64

const showsIn = (contexts: readonly unknown[] | undefined, context: Context) =>
  contexts === undefined || contexts.includes(context)

/** The properties of a field that a context does not show. */
function hiddenProperties(schema: Schema, context: Context): readonly string[] {
  const { properties } = schema
  if (properties === undefined || Array.isArray(properties)) return []
  return Object.entries(properties as Readonly<Record<string, Schema>>)
    .filter(([, property]) => !showsIn(property['context'] as readonly unknown[] | undefined, context))
    .map(([name]) => name)
}

/** Copies an object without some properties. Deleting them would make it slower to write. */
function without(value: object, hidden: readonly string[]): object {
  const shown: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(value)) if (!hidden.includes(name)) shown[name] = property
  return shown
}

function planField<R, V, N extends string, D>(
  name: string,
  field: FieldDefinition<R, V, N, D>,
  context: Context,
  selection: FieldSelection,
  empty: EmptyObjects,
): Planned<R, V> {
  const hidden = hiddenProperties(field.schema, context)
  const requested: RequestedField = {
    context,
    wants: property => !hidden.includes(property) && selection.wants(property),
  }
  const get = field.get as NonNullable<typeof field.get>
  if (typeof get === 'function') {
    const shown = strippedValue(get, requested, hidden)
    const picked: Value<R, V> = selection.all ? shown : (record, view) => selection.pick(shown(record, view))
    const planned = planValue(name, name, emptyValue(field.schema), picked)
    const { json } = field
    return typeof json !== 'function' || !selection.all || hidden.length > 0
      ? planned
      : withText(planned, (record, view) => json(record, view, requested))
  }
  const schemas = (field.schema.properties ?? {}) as Readonly<Record<string, Schema | undefined>>
  const properties = Object.entries(get)
    .filter(([property]) => requested.wants(property))
    .map(([property, each]): Planned<R, V> => {
      const empty = emptyValue(schemas[property])
      const planned = planValue<R, V>(property, `${name}.${property}`, empty, (record, view) =>
        each(record, view, requested),
      )
      const json = typeof field.json === 'object' ? field.json[property] : undefined
      return json === undefined ? planned : withText(planned, (record, view) => json(record, view, requested))
    })
  const { value, text } = compileMembers(properties)
  if (selection.all && properties.length === 0 && empty === 'list') return { name, value: () => [], text: () => '[]' }
  if (selection.all) return { name, value, text: (record, view, onError) => `{${text(record, view, onError)}}` }
  const picked = (record: R, view: V, onError: OnFieldError<R>) => selection.pick(value(record, view, onError))
  return { name, value: picked, text: (record, view, onError) => writeJson(picked(record, view, onError)) }
}

type Value<R, V> = (record: R, view: V) => unknown

/** The value of a field whose getter throws: an empty string or list; other types are omitted. */
function emptyValue(schema: Schema | undefined): unknown {
  const type = schema?.type
  return type === 'string' ? '' : type === 'array' ? [] : undefined
}

/** A field that writes its JSON itself. */
function withText<R, V>(planned: PlannedValue<R, V>, json: (record: R, view: V) => string): Planned<R, V> {
  const { name, value } = planned
  const text = (record: R, view: V, onError: OnFieldError<R>) => {
    try {
      return json(record, view)
    } catch (error) {
      return writeFailed(planned, error, record, onError)
    }
  }
  return { name, value, text }
}

/** `path` names the value in error reports. */
function planValue<R, V>(name: string, path: string, empty: unknown, get: Value<R, V>): PlannedValue<R, V> {
  return {
    name,
    value(record, view, onError) {
      try {
        const found = get(record, view)
        requireJson(found)
        return found
      } catch (error) {
        onError(error, path, record)
        return empty
      }
    },
    get,
    path,
    empty,
  }
}

/** The value of a getter without its hidden properties. */
function strippedValue<R, V>(get: Getter<R, V>, requested: RequestedField, hidden: readonly string[]) {
  if (hidden.length === 0) return (record: R, view: V) => get(record, view, requested)
  return (record: R, view: V): unknown => {
    const value = get(record, view, requested)
    return value !== null && typeof value === 'object' ? without(value, hidden) : value
  }
}

/** Combines planned fields into an object. */
function compileMembers<R, V>(planned: readonly Planned<R, V>[]): Pick<Plan<R, V, never>, 'value' | 'text'> {
  // Values are copies of an object with all names: objects that grow by one property at a time are slow.
  const blank: Record<string, unknown> = JSON.parse(
    `{${planned.map(({ name }) => `${JSON.stringify(name)}:null`).join()}}`,
  )
  return {
    value(record, view, onError) {
      const made = { ...blank }
      let complete = true
      for (const { name, value } of planned) {
        const found = value(record, view, onError)
        made[name] = found
        if (found === undefined) complete = false
      }
      return complete ? made : withoutUndefined(made)
    },
    text: membersWriter(planned),
  }
}

/** Joining texts for the selection of most requests would cost more than the lookup. */
function keyOf(context: Context, { all, key }: FieldSelection): string | undefined {
  if (all) return context
  return key === undefined ? undefined : `${context} ${key}`
}

/** Creates the function that plans a resource, and caches plans of selections with a key. */
export function createPlanner<R, V, N extends string, D>(
  definition: ResourceDefinition<R, V, N, D>,
  empty: EmptyObjects = 'object',
): (context: Context, selection: FieldSelection) => Plan<R, V, N> {
  const plans = createBoundedCache<Plan<R, V, N>>(MAX_BYTES)
  return (context, selection) => {
    const key = keyOf(context, selection)
    const cached = key === undefined ? undefined : plans.get(key)
    if (cached !== undefined) return cached
    const requested = Object.entries(definition.fields).filter(
      ([name, field]) => field.get !== undefined && showsIn(field.contexts, context) && selection.wants(name),
    )
    const links = definition.links !== undefined && (selection.wants('_links') || selection.wants('_embedded'))
    const needs = new Set<N>(requested.flatMap(([, field]) => field.needs ?? []))
    if (links) for (const need of definition.links?.needs ?? []) needs.add(need)
    const fields = requested.map(([name, field]) => planField(name, field, context, selection.below(name), empty))
    const plan = { context, needs, links, ...compileMembers(fields) }
    if (key !== undefined) {
      plans.set(key, plan, BYTES_PER_FIELD * (1 + fields.length) + BYTES_PER_CHARACTER * key.length)
    }
    return plan
  }
}
