import { type InterfaceNames, withCuries } from '../links.js'
import type { Args, HandlerRequest, Reply } from '../registry/definition.js'
import { freezeDeep } from '../registry/freeze.js'
import { type Schema, SchemaError, type SchemaRules, schemaCompiler } from '../schema/index.js'
import { presentEmpty } from './field-selection.js'
import { Items } from './items.js'
import type { ResourceLinks } from './link-table.js'
import { createPlanner, type OnFieldError, type Plan } from './plan.js'
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
  /**
   * Its value, or the values of its properties by their names; called only when the request wants the field, or the
   * property. A field without it is never shown.
   */
  readonly get?: Getter<R, V> | Readonly<Record<string, Getter<R, V>>> | undefined
  /** How an incoming value changes the draft. */
  readonly set?: ((draft: D, value: unknown, request: HandlerRequest) => void | Promise<void>) | undefined
  /** Set when its schema is shown and not enforced on incoming values: `set` makes of them what it can. */
  readonly skipValidation?: boolean | undefined
  /** Whether it is an argument of `create`, of `update`, of both (the default unless readonly), or of neither. */
  readonly argument?: 'both' | 'create' | 'update' | 'none' | undefined
}

/** How a field is wanted: in which context, and which of its properties. */
export interface WantedField {
  readonly context: Context
  /** Whether a property of the field's value shows and is asked for. */
  wants(property: string): boolean
}

/** Gives the value of a field or of one of its properties; `undefined` leaves it out. */
export type Getter<R, V> = (record: R, view: V, wanted: WantedField) => unknown

/** Which part of which record cannot be shown. */
export interface FieldFailure<R> {
  /** The title of the resource. */
  readonly resource: string
  /** The name of the field, with its property (`content.rendered`); `_links` for the links. */
  readonly field: string
  readonly record: R
  readonly request: HandlerRequest
}

/** A resource as a table of fields. */
export interface ResourceDefinition<R, V, N extends string, D> {
  /** The title of its schema. */
  readonly title: string
  readonly fields: Readonly<Record<string, FieldDefinition<R, V, N, D>>>
  /**
   * Loads what is needed for a whole page of records, in a number of queries that does not depend on their number.
   * `atHand` is what whoever found the records has loaded with them already (see `needs` and `present` of the resource).
   */
  readonly load: (
    records: readonly R[],
    needs: ReadonlySet<N>,
    request: HandlerRequest,
    context: Context,
    atHand?: unknown,
  ) => Promise<V> | V
  /** Its links; what they need is loaded only when links are wanted. */
  readonly links?: (ResourceLinks<R, V> & { readonly needs?: readonly N[] | undefined }) | undefined
  /**
   * Receives what a getter or the links throw for one record: the record is shown without that part, and the others as
   * usual. A text or list that fails is empty, any other field is left out. Without it, the error fails the whole reply.
   */
  readonly onFieldError?: ((error: unknown, failure: FieldFailure<R>) => void) | undefined
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
  /** The arguments whose schema is not enforced: for `skipValidation` of the endpoints that take them. */
  readonly skipValidation: readonly string[]
  /** The argument `context`. */
  contextArg(byDefault?: Context): Schema
  /** What must be loaded for what a request asks for: a list may be found together with it. */
  needs(request: HandlerRequest): ReadonlySet<string>
  /**
   * Items for a list, each with its own `_links`: the body of an answer, or of a page (see `pageReply`). What was loaded
   * with the records goes to the resource's `load` as it is.
   */
  present(records: readonly R[], request: HandlerRequest, atHand?: unknown): Promise<Items>
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

/** A field that cannot be set is not an argument, and its schema would not be compiled anywhere else. */
function checkSchema(title: string, name: string, schema: Schema, compile: (schema: Schema) => unknown): void {
  try {
    compile(schema)
  } catch (cause) {
    throw new SchemaError(`the field "${name}" of ${title}: ${(cause as Error).message}`)
  }
}

/**
 * Checks and freezes a table of fields and makes a resource of it. `rules` are those of the registry; the specification's
 * unless given.
 */
export function defineResource<R, V, N extends string, D = unknown>(
  definition: ResourceDefinition<R, V, N, D>,
  names: InterfaceNames,
  rules?: SchemaRules,
): Resource<R, D> {
  const compile = schemaCompiler(rules)
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.contexts?.some(context => !CONTEXTS.includes(context)))
      throw new SchemaError(`the field "${name}" of ${definition.title} has an unknown context`)
    if (field.schema === undefined) throw new SchemaError(`the field "${name}" of ${definition.title} has no schema`)
    checkSchema(definition.title, name, field.schema, compile)
  }
  freezeDeep(definition)
  const planOf = createPlanner(definition)
  const load = async (records: readonly R[], request: HandlerRequest, plan: Plan<R, V, N>, atHand?: unknown) =>
    definition.load(records, plan.needs, request, plan.context, atHand)
  const { title: resource, onFieldError } = definition
  const errorsOf = (request: HandlerRequest): OnFieldError<R> => {
    if (onFieldError === undefined) return rethrow
    return (error, field, record) => onFieldError(error, { resource, field, record, request })
  }
  const givenLinks = (record: R, view: V) => definition.links?.of(record, view)
  const linksOf = (record: R, view: V) =>
    definition.links === undefined ? {} : withCuries(definition.links.of(record, view), names)
  const linksText = (record: R, view: V) =>
    definition.links?.text?.(record, view) ?? JSON.stringify(linksOf(record, view))
  let schema: Schema | undefined
  return Object.freeze({
    title: definition.title,
    get schema() {
      schema ??= freezeDeep(resourceSchema(definition.title, definition.fields, definition.schema))
      return schema
    },
    skipValidation: Object.entries(definition.fields)
      .filter(([, field]) => field.skipValidation === true)
      .map(([name]) => name),
    createArgs: () => createArgs(definition.fields),
    updateArgs: () => updateArgs(definition.fields),
    contextArg: (byDefault?: Context) => contextArg(definition.fields, byDefault),
    needs: request => planOf(contextOf(request), request.fields).needs,
    async present(records, request, atHand) {
      const { fields } = request
      const plan = planOf(contextOf(request), fields)
      const view = await load(records, request, plan, atHand)
      const linked = plan.links && fields.wants('_links')
      const wantedLinks = fields.below('_links')
      const onError = errorsOf(request)
      const value = (record: R) => {
        const item = plan.value(record, view, onError)
        const links = linked ? attempt(linksOf, record, view, onError) : undefined
        if (links !== undefined) item['_links'] = wantedLinks.pick(links)
        return fields.all ? item : presentEmpty(item, names.emptyObjects)
      }
      const text = (record: R) => {
        const json = plan.text(record, view, onError)
        const links = linked ? attempt(linksText, record, view, onError) : undefined
        return links === undefined ? `{${json}}` : `{${json}${json === '' ? '' : ','}"_links":${links}}`
      }
      return new Items({
        length: records.length,
        value: index => value(records[index] as R),
        text: index => (fields.all ? text(records[index] as R) : JSON.stringify(value(records[index] as R))),
      })
    },
    async reply(record, request, context = contextOf(request)) {
      const plan = planOf(context, request.fields)
      const view = await load([record], request, plan)
      const onError = errorsOf(request)
      const links = plan.links ? attempt(givenLinks, record, view, onError) : undefined
      return { body: plan.value(record, view, onError), links, fieldsApplied: true }
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

function rethrow(error: unknown): never {
  throw error
}

/** The links of a record; none when they cannot be made. */
function attempt<R, V, T>(
  make: (record: R, view: V) => T,
  record: R,
  view: V,
  onError: OnFieldError<R>,
): T | undefined {
  try {
    return make(record, view)
  } catch (error) {
    onError(error, '_links', record)
    return undefined
  }
}
