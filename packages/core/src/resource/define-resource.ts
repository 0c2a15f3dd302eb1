import { freezeDeep } from '../freeze.js'
import type { InterfaceNames } from '../links.js'
import { once } from '../once.js'
import type { HandlerRequest } from '../registry/definition.js'
import { SchemaError } from '../schema/compile-schema.js'
import type { Schema } from '../schema/schema.js'
import { schemaCompiler } from '../schema/schema-compiler.js'
import { messageOf } from '../text/message-of.js'
import { nextTurn } from '../turns.js'
import { omitFrom } from './cut-record.js'
import type { Context, CreateArgs, FieldShapes, UpdateArgs } from './field.js'
import { type FieldSelection, linksOnly } from './field-selection.js'
import { type ItemSource, Items } from './items.js'
import type { OnFieldError } from './json/member.js'
import { createPlanner, type Plan } from './plan.js'
import { createPreloadedViews } from './preloaded-views.js'
import { attempt, createPresenter, isEmpty } from './present-records.js'
import type { Resource, ResourceDefinition } from './resource.js'
import { contextArg, createArgs, resourceSchema, responseSchema, updateArgs } from './resource-schema.js'

/** An empty list, which embedded resources often are: nothing is loaded for it. */
const NO_ITEMS: ItemSource = { length: 0, value: () => undefined, text: () => '' }

/** The length from which a text of a single record is rendered in a turn of its own. */
const LONG = 256 * 1024

const CONTEXTS: readonly Context[] = Object.freeze(['view', 'embed', 'edit'])

/** Returns the context that a request names; `byDefault` if it names none, or one that does not exist. */
export function contextOf(
  request: { readonly params: Readonly<Record<string, unknown>> },
  byDefault: Context = 'view',
): Context {
  const given = request.params['context']
  return CONTEXTS.find(context => context === given) ?? byDefault
}

/**
 * Whether a value names a context, or is missing. Routes that do not declare the argument accept any value; in a
 * context that does not exist, no fields are shown.
 */
export const isContext = (given: unknown): boolean =>
  given === undefined || given === '' || CONTEXTS.some(context => context === given)

/** Throws for an invalid field. Schemas of fields that are not arguments are not compiled anywhere else. */
function checkFields(
  { title, fields }: { readonly title: string; readonly fields: Readonly<Record<string, CheckedField>> },
  compile: (schema: Schema) => unknown,
): void {
  for (const [name, { contexts, schema, responds }] of Object.entries(fields)) {
    if (contexts?.some(context => !CONTEXTS.includes(context)))
      throw new SchemaError(`the field "${name}" of ${title} has an unknown context`)
    if (schema === undefined) throw new SchemaError(`the field "${name}" of ${title} has no schema`)
    checkSchema(title, name, schema, compile)
    if (responds !== undefined) checkSchema(title, name, responds, compile)
  }
}

interface CheckedField {
  readonly contexts?: readonly Context[] | undefined
  readonly schema?: Schema | undefined
  readonly responds?: Schema | undefined
}

function checkSchema(title: string, name: string, schema: Schema, compile: (schema: Schema) => unknown): void {
  try {
    compile(schema)
  } catch (cause) {
    throw new SchemaError(`the field "${name}" of ${title}: ${messageOf(cause)}`)
  }
}

/**
 * Compiles a resource from its definition, which is checked and frozen. Pass the `names` and `compile` of the registry;
 * by default, the rules of the specification apply. Throws a `SchemaError` for an invalid field.
 */
export function defineResource<R, V, N extends string, D = unknown, F extends FieldShapes = FieldShapes>(
  definition: ResourceDefinition<R, V, N, D, F>,
  names: InterfaceNames,
  compile = schemaCompiler(),
): Resource<R, D, F> {
  checkFields(definition, compile)
  freezeDeep(definition)
  const planOf = createPlanner(definition, names.emptyObjects)
  const { hasContexts = true } = definition
  const selectionOf = ({ params, fields }: HandlerRequest): FieldSelection =>
    !hasContexts || isContext(params['context']) ? fields : linksOnly(fields)
  const planFor = (request: HandlerRequest): Plan<R, V, N> => planOf(contextOf(request), selectionOf(request))
  const preloaded = createPreloadedViews<R, V>()
  const load = async (records: readonly R[], request: HandlerRequest, plan: Plan<R, V, N>, found?: unknown) =>
    definition.load(records, plan.needs, request, plan.context, found)
  const { title: resource, onFieldError } = definition
  const errorsOf = (request: HandlerRequest): OnFieldError<R> => {
    if (onFieldError === undefined) return rethrow
    return (error, field, record) => {
      request.markIncomplete()
      onFieldError(error, { resource, field, record, request })
    }
  }
  const givenLinks = (record: R, view: V) => definition.links?.of(record, view)
  const present = createPresenter<R, V, N>(definition.links, names, definition.omitted)
  const presented = (
    records: readonly R[],
    request: HandlerRequest,
    plan: Plan<R, V, N>,
    view: V,
    texts?: Map<R, string>,
  ) => present(records, { fields: selectionOf(request), plan, view, texts, report: errorsOf(request) })
  const contextArgs = new Map<Context, Schema>()
  const schema = once(() => freezeDeep(resourceSchema(definition)))
  const shown = once(() => freezeDeep(responseSchema(definition)))
  return Object.freeze({
    title: definition.title,
    get schema() {
      return schema()
    },
    get responseSchema() {
      return shown()
    },
    skipValidation: Object.entries(definition.fields)
      .filter(([, field]) => field.skipValidation === true)
      .map(([name]) => name),
    createArgs: once(() => createArgs(definition.fields) as CreateArgs<F>),
    updateArgs: once(() => updateArgs(definition.fields) as UpdateArgs<F>),
    contextArg(byDefault: Context = 'view') {
      // Many endpoints have the same argument.
      const existing = contextArgs.get(byDefault)
      if (existing !== undefined) return existing
      const created = contextArg(definition.fields, byDefault)
      contextArgs.set(byDefault, created)
      return created
    },
    preload: (requested, varying) =>
      preloaded.preload(requested, varying, (records, request) => load(records, request, planFor(request))),
    needs: request => planFor(request).needs,
    present(records, request, found) {
      if (records.length === 0) return new Items(NO_ITEMS)
      const plan = planFor(request)
      const shared = preloaded.of(records, request)
      if (shared !== undefined) return presented(records, request, plan, shared.view, shared.texts)
      return load(records, request, plan, found).then(view => presented(records, request, plan, view))
    },
    async reply(record, request, context) {
      const plan = context === undefined ? planFor(request) : planOf(context, request.fields)
      const view = preloaded.of([record], request)?.view ?? (await load([record], request, plan))
      // Storing and rendering a long text take a second each.
      if (request.origin === undefined && hasLongText(record)) await nextTurn()
      const onError = errorsOf(request)
      const links = plan.links ? attempt(givenLinks, record, view, onError) : undefined
      const value = plan.value(record, view, onError)
      const body = definition.omitted === undefined ? value : omitFrom(value, definition.omitted(record, view))
      return { body, links: isEmpty(links) ? undefined : links, fieldsApplied: true }
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
  } satisfies Resource<R, D, F>)
}

function hasLongText<R>(record: R): boolean {
  for (const value of Object.values(Object(record))) if (typeof value === 'string' && value.length > LONG) return true
  return false
}

function rethrow(error: unknown): never {
  throw error
}
