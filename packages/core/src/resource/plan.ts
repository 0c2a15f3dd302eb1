import type { Schema } from '../schema/index.js'
import type { FieldSelection } from './field-selection.js'
import type { Context, FieldDefinition, ResourceDefinition, WantedField } from './resource.js'

/** What must be loaded and computed for a context and a selection of fields. */
export interface Plan<R, V, N extends string> {
  readonly context: Context
  readonly fields: readonly { readonly name: string; value(record: R, view: V): unknown }[]
  readonly needs: ReadonlySet<N>
  readonly links: boolean
  /** An item with all fields and without values. Items are copies of it: objects that grow field by field are slow. */
  readonly blank: Readonly<Record<string, unknown>>
}

/** So many plans are kept: clients use few selections, and one that makes up ever new ones must not fill the memory. */
const KEPT_PLANS = 256

const showsIn = (contexts: readonly unknown[] | undefined, context: Context) =>
  contexts === undefined || contexts.includes(context)

/** The properties of a field's value that do not show in a context. */
function hiddenProperties(schema: Schema, context: Context): readonly string[] {
  const { properties } = schema
  if (properties === undefined || Array.isArray(properties)) return []
  return Object.entries(properties as Readonly<Record<string, Schema>>)
    .filter(([, property]) => !showsIn(property['context'] as readonly unknown[] | undefined, context))
    .map(([name]) => name)
}

/** A copy that never had the properties: one that lost them would be slower to write. */
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
) {
  const hidden = hiddenProperties(field.schema, context)
  const wanted: WantedField = { context, wants: property => !hidden.includes(property) && selection.wants(property) }
  const get = field.get as NonNullable<typeof field.get>
  return {
    name,
    value(record: R, view: V): unknown {
      let value = get(record, view, wanted)
      if (hidden.length > 0 && value !== null && typeof value === 'object') value = without(value, hidden)
      return selection.all ? value : selection.pick(value)
    },
  }
}

const blankOf = (names: readonly string[]): Readonly<Record<string, unknown>> =>
  JSON.parse(`{${names.map(name => `${JSON.stringify(name)}:null`).join()}}`)

/** Makes plans for a resource, and keeps them. */
export function createPlanner<R, V, N extends string, D>(
  definition: ResourceDefinition<R, V, N, D>,
): (context: Context, selection: FieldSelection) => Plan<R, V, N> {
  const plans = new Map<string, Plan<R, V, N>>()
  return (context, selection) => {
    const key = `${context} ${selection.key}`
    const known = plans.get(key)
    if (known !== undefined) return known
    const wanted = Object.entries(definition.fields).filter(
      ([name, field]) => field.get !== undefined && showsIn(field.contexts, context) && selection.wants(name),
    )
    const links = definition.links !== undefined && (selection.wants('_links') || selection.wants('_embedded'))
    const needs = new Set<N>(wanted.flatMap(([, field]) => field.needs ?? []))
    if (links) for (const need of definition.links?.needs ?? []) needs.add(need)
    const plan = {
      context,
      fields: wanted.map(([name, field]) => planField(name, field, context, selection.below(name))),
      needs,
      links,
      blank: blankOf(wanted.map(([name]) => name)),
    }
    if (plans.size >= KEPT_PLANS) plans.clear()
    plans.set(key, plan)
    return plan
  }
}
