import { type InterfaceNames, type Links, withCuries } from '../links.js'
import type { Args, HandlerRequest, Reply } from '../registry/definition.js'
import { freezeDeep } from '../registry/freeze.js'
import { type Schema, SchemaError } from '../schema/index.js'
import { createPlanner, type Plan } from './plan.js'
import { contextArg, createArgs, resourceSchema, updateArgs } from './resource-schema.js'

/** Which view of a resource is meant (specification, conventions). */
export type Context = 'view' | 'embed' | 'edit'

/**
 * One field of a resource: `R` is the record, `V` what is loaded for a page of records, `N` the names of what can be
 * loaded, `D` what incoming values change.
 */
export interface FieldDefinition<R, V, N extends string, D> {
  /** Its draft-04 schema; properties within it may have contexts of their own. */
  readonly schema: Schema
  /** Where it shows; everywhere when left out. */
  readonly contexts?: readonly Context[] | undefined
  /** Whether it is returned and cannot be set. */
  readonly readonly?: boolean | undefined
  /** What must be loaded before `get` can answer. */
  readonly needs?: readonly N[] | undefined
  /** Its value, `undefined` to leave it out; called only when the request wants the field. A field without it is never shown. */
  readonly get?: ((record: R, view: V, wanted: WantedField) => unknown) | undefined
  /** How an incoming value changes the draft. */
  readonly set?: ((draft: D, value: unknown, request: HandlerRequest) => void | Promise<void>) | undefined
  /** Set when its schema is shown and not enforced on incoming values: `set` makes of them what it can. */
  readonly unchecked?: boolean | undefined
  /** Whether it is an argument of `create`, of `update`, of both (the default unless readonly), or of neither. */
  readonly argument?: 'both' | 'create' | 'update' | 'none' | undefined
}

/** How a field is wanted: in which context, and which of its properties. */
export interface WantedField {
  readonly context: Context
  /** Whether a property of the field's value shows and is asked for. */
  wants(property: string): boolean
}

/** A resource as a table of fields. */
export interface ResourceDefinition<R, V, N extends string, D> {
  /** The title of its schema. */
  readonly title: string
  readonly fields: Readonly<Record<string, FieldDefinition<R, V, N, D>>>
  /** Loads what is needed for a whole page of records, in a number of queries that does not depend on their number. */
  readonly load: (
    records: readonly R[],
    needs: ReadonlySet<N>,
    request: HandlerRequest,
    context: Context,
  ) => Promise<V> | V
  /** Its links; what they need is loaded only when links are wanted. */
  readonly links?: { readonly needs?: readonly N[]; of(record: R, view: V): Links } | undefined
  /** Further keywords of its schema, such as `links` with target schemas. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined
}

/** A resource, checked and ready: everything that its table of fields drives. */
export interface Resource<R, D = unknown> {
  readonly title: string
  /** What OPTIONS shows. */
  readonly schema: Schema
  /** Arguments of creation: what can be set, with defaults and requirements. */
  createArgs(): Args
  /** Arguments of updates: the same with neither defaults nor requirements. */
  updateArgs(): Args
  /** The arguments whose schema is not enforced: for `unchecked` of the endpoints that take them. */
  readonly unchecked: readonly string[]
  /** The argument `context`. */
  contextArg(byDefault?: Context): Schema
  /** Items for a list, each with its own `_links`. */
  present(
    records: readonly R[],
    request: HandlerRequest,
    context?: Context,
  ): Promise<readonly Record<string, unknown>[]>
  /** The answer for a single record. */
  reply(record: R, request: HandlerRequest, context?: Context): Promise<Reply>
  /**
   * Applies the incoming values of a request, in the order of the fields; with `use`, those of fields that are arguments
   * of creations, or of updates.
   */
  apply(draft: D, request: HandlerRequest, use?: 'create' | 'update'): Promise<void>
}

const CONTEXTS: readonly Context[] = Object.freeze(['view', 'embed', 'edit'])

/** The context that a request asks for. */
export function contextOf(
  request: { readonly params: Readonly<Record<string, unknown>> },
  byDefault: Context = 'view',
): Context {
  const given = request.params['context']
  return CONTEXTS.find(context => context === given) ?? byDefault
}

const definedOnly = (item: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined))

/** Checks and freezes a table of fields and makes a resource of it. */
export function defineResource<R, V, N extends string, D = unknown>(
  definition: ResourceDefinition<R, V, N, D>,
  names: InterfaceNames,
): Resource<R, D> {
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.contexts?.some(context => !CONTEXTS.includes(context)))
      throw new SchemaError(`the field "${name}" of ${definition.title} has an unknown context`)
    if (field.schema === undefined) throw new SchemaError(`the field "${name}" of ${definition.title} has no schema`)
  }
  freezeDeep(definition)
  const planOf = createPlanner(definition)
  const items = async (records: readonly R[], request: HandlerRequest, plan: Plan<R, V, N>) => {
    const view = await definition.load(records, plan.needs, request, plan.context)
    return records.map(record => {
      const item = { ...plan.blank }
      let complete = true
      for (const field of plan.fields) {
        const value = field.value(record, view)
        item[field.name] = value
        if (value === undefined) complete = false
      }
      return {
        item: complete ? item : definedOnly(item),
        links: plan.links && definition.links !== undefined ? definition.links.of(record, view) : undefined,
      }
    })
  }
  let schema: Schema | undefined
  return Object.freeze({
    title: definition.title,
    get schema() {
      schema ??= freezeDeep(resourceSchema(definition.title, definition.fields, definition.schema))
      return schema
    },
    unchecked: Object.entries(definition.fields)
      .filter(([, field]) => field.unchecked === true)
      .map(([name]) => name),
    createArgs: () => createArgs(definition.fields),
    updateArgs: () => updateArgs(definition.fields),
    contextArg: (byDefault?: Context) => contextArg(definition.fields, byDefault),
    async present(records, request, context = contextOf(request)) {
      const plan = planOf(context, request.fields)
      const wantedLinks = request.fields.below('_links')
      return (await items(records, request, plan)).map(({ item, links }) => {
        if (links !== undefined && request.fields.wants('_links'))
          item['_links'] = request.fields.all ? withCuries(links, names) : wantedLinks.pick(withCuries(links, names))
        return item
      })
    },
    async reply(record, request, context = contextOf(request)) {
      const plan = planOf(context, request.fields)
      const [first] = await items([record], request, plan)
      return { body: first?.item, links: first?.links, shaped: true }
    },
    async apply(draft, request, use) {
      for (const [name, field] of Object.entries(definition.fields)) {
        const value = request.params[name]
        const argument = field.argument ?? (field.readonly === true ? 'none' : 'both')
        const applies = argument === 'both' || argument === (use ?? argument)
        if (field.set !== undefined && argument !== 'none' && applies && value !== undefined)
          await field.set(draft, value, request)
      }
    },
  } satisfies Resource<R, D>)
}
