import type { FieldDefinition, FieldShapes, HandlerRequest, RequestedField, ResourceDefinition } from '@platen/core'
import type { SiteContext } from '../context/index.js'
import type { Actor, Tx } from '../operations/index.js'
import { RegistrationError } from '../registrations/index.js'
import { omittedMembers } from './omitted-members.js'
import { type ExtraField, extraFields } from './registered-fields.js'
import { reportFieldFailure, reportLoadFailure } from './report-failures.js'

/** The view of a resource with extra fields: that of the resource itself, and the loaded data of extra fields by name. */
export interface ExtendedView<V> {
  readonly base: V
  readonly loaded: ReadonlyMap<string, unknown>
}

/** The need of an extra field that loads data. */
export type ExtraNeed = `extra:${string}`

const NOTHING: ReadonlyMap<string, unknown> = new Map()

type Extras = ReadonlyMap<string, ExtraField>
/** The shapes that arguments are derived from; extra fields are not included. */
type ShapesOf<F extends FieldShapes> = {
  readonly [Name in keyof F]: Pick<F[Name], 'schema' | 'readonly' | 'argument' | 'skipValidation'>
}

type Extended<R, V, N extends string, D, F extends FieldShapes = FieldShapes> = ResourceDefinition<
  R,
  ExtendedView<V>,
  N | ExtraNeed,
  D,
  ShapesOf<F>
>

const needOf = (name: string): ExtraNeed => `extra:${name}`
const isExtraNeed = (need: string): need is ExtraNeed => need.startsWith('extra:')

function ownField<R, V, N extends string, D>(
  field: FieldDefinition<R, V, N, D>,
): FieldDefinition<R, ExtendedView<V>, N | ExtraNeed, D> {
  const { get, json, ...rest } = field
  return { ...rest, ...(get && { get: ownGetters(get) }), ...(json && { json: ownGetters(json) }) }
}

type AnyGetter<R, V, T> = (record: R, view: V, requested: RequestedField) => T
/** A getter, or getters of properties by name. */
type Getters<R, V, T> = AnyGetter<R, V, T> | Readonly<Record<string, AnyGetter<R, V, T>>>

function ownGetters<R, V, T>(getters: Getters<R, V, T>): Getters<R, ExtendedView<V>, T> {
  if (typeof getters === 'function') return ownGetter(getters)
  return Object.fromEntries(Object.entries(getters).map(([property, getter]) => [property, ownGetter(getter)]))
}

const ownGetter =
  <R, V, T>(get: AnyGetter<R, V, T>): AnyGetter<R, ExtendedView<V>, T> =>
  (record, view, requested) =>
    get(record, view.base, requested)

function ownLinks<R, V, N extends string, D>({ links }: ResourceDefinition<R, V, N, D>): Extended<R, V, N, D>['links'] {
  if (links === undefined) return undefined
  const { text, embeddable } = links
  return {
    needs: links.needs,
    of: (record, view) => links.of(record, view.base),
    ...(embeddable && {
      embeddable: (record: R, view: ExtendedView<V>) => embeddable.call(links, record, view.base),
    }),
    ...(text && { text: (record: R, view: ExtendedView<V>) => text.call(links, record, view.base) }),
  }
}

function extraField<R, V, N extends string, D>(
  name: string,
  extra: ExtraField,
): FieldDefinition<R, ExtendedView<V>, N | ExtraNeed, D> {
  const { get, load, set, schema, contexts } = extra
  return {
    schema,
    // Its getter may return nothing.
    optional: true,
    contexts,
    readonly: set === undefined,
    needs: load === undefined ? [] : [needOf(name)],
    ...(get === undefined ? {} : { get: loadedGetter(name, get) }),
  }
}

/** Marks data that could not be loaded. */
const FAILED = Symbol('failed')

const loadedGetter =
  <R, V>(name: string, get: NonNullable<ExtraField['get']>) =>
  (record: R, view: ExtendedView<V>): unknown => {
    const loaded = view.loaded.get(name)
    return loaded === FAILED ? undefined : get(record, loaded)
  }

/** Loads the requested extra fields, each once for all records. A failed load is reported and its field omitted. */
async function loadExtras(
  site: Pick<SiteContext, 'reportError'>,
  resource: string,
  extras: Extras,
  records: readonly unknown[],
  needs: ReadonlySet<string>,
  request: HandlerRequest,
) {
  const requested = [...extras].filter(([name]) => needs.has(needOf(name)))
  const loading = requested.map(async ([name, { load }]): Promise<readonly [string, unknown]> => {
    try {
      return [name, await load?.(records, request)]
    } catch (error) {
      reportLoadFailure(site, error, { resource, field: name, request })
      return [name, FAILED]
    }
  })
  return new Map(await Promise.all(loading))
}

/**
 * Adds the extra fields of `resource` (a post type, `user` …) to its definition; `setExtraFields` stores their values.
 * Throws a `RegistrationError` if an extra field has the name of a built-in one.
 */
export function withExtraFields<R, V, N extends string, D, F extends FieldShapes = FieldShapes>(
  site: Pick<SiteContext, 'get' | 'reportError'>,
  resource: string,
  definition: ResourceDefinition<R, V, N, D, F>,
): Extended<R, V, N, D, F> {
  const extras = site.get(extraFields).of(resource)
  const fields: Record<string, FieldDefinition<R, ExtendedView<V>, N | ExtraNeed, D>> = {}
  for (const [name, field] of Object.entries(definition.fields)) fields[name] = ownField(field)
  for (const [name, extra] of extras) {
    if (Object.hasOwn(fields, name))
      throw new RegistrationError(`the resource ${resource} already has a field "${name}"`)
    fields[name] = extraField(name, extra)
  }
  return {
    ...definition,
    fields: fields as Extended<R, V, N, D, F>['fields'],
    links: ownLinks(definition),
    omitted: (record, view) => definition.omitted?.(record, view.base) ?? omittedMembers(Object(record)),
    onFieldError: definition.onFieldError ?? reportFieldFailure(site),
    async load(records, needs, request, context, preloaded) {
      if (extras.size === 0) {
        const base = await definition.load(records, needs as ReadonlySet<N>, request, context, preloaded)
        return { base, loaded: NOTHING }
      }
      const ownNeeds = new Set([...needs].filter((need): need is N => !isExtraNeed(need)))
      const [base, loaded] = await Promise.all([
        definition.load(records, ownNeeds, request, context, preloaded),
        loadExtras(site, resource, extras, records, needs, request),
      ])
      return { base, loaded }
    },
  }
}

/**
 * Returns the function that reads the values that a request sends for the extra fields of a resource. To be called when
 * routes are declared: fields of resources that do not call it cannot be set.
 */
export function extraInput(
  site: Pick<SiteContext, 'get'>,
  resource: string,
): (request: HandlerRequest) => Readonly<Record<string, unknown>> {
  const names = site.get(extraFields).stored(resource)
  return ({ params }) => {
    const values: Record<string, unknown> = {}
    for (const name of names) if (params[name] !== undefined) values[name] = params[name]
    return values
  }
}

/** Passes values to the setters of a resource's extra fields. An error rolls back the transaction. */
export async function setExtraFields(
  tx: Tx,
  actor: Actor,
  resource: string,
  record: unknown,
  values: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  for (const [name, { set }] of tx.site.get(extraFields).of(resource))
    if (set !== undefined && values[name] !== undefined) await set(record, values[name], tx, actor)
}
