import type { FieldDefinition, FieldShapes, Getter, HandlerRequest, ResourceDefinition } from '@platen/core'
import type { Actor, Tx } from '../operations/tx.js'
import type { ExtraField } from '../registrations/extra-fields.js'
import { extraFields } from '../registrations/extra-fields.js'
import { RegistrationError } from '../registrations/registrations.js'
import type { SiteContext } from '../site-context.js'
import { reportFieldFailure, reportLoadFailure } from './report-failures.js'

/** What a resource with extra fields works with: its own view, and what the extra fields have loaded, by their names. */
export interface ExtendedView<V> {
  readonly own: V
  readonly loaded: ReadonlyMap<string, unknown>
}

/** The name of what an extra field needs loaded. */
export type ExtraNeed = `extra:${string}`

const NOTHING: ReadonlyMap<string, unknown> = new Map()

type Extras = ReadonlyMap<string, ExtraField>
/** What arguments derive from; the fields of users are no part of it. */
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
  const { get, ...rest } = field
  if (get === undefined) return rest
  if (typeof get === 'function') return { ...rest, get: ownGetter(get) }
  return {
    ...rest,
    get: Object.fromEntries(Object.entries(get).map(([property, getter]) => [property, ownGetter(getter)])),
  }
}

const ownGetter =
  <R, V>(get: Getter<R, V>): Getter<R, ExtendedView<V>> =>
  (record, view, wanted) =>
    get(record, view.own, wanted)

function ownLinks<R, V, N extends string, D>({ links }: ResourceDefinition<R, V, N, D>): Extended<R, V, N, D>['links'] {
  if (links === undefined) return undefined
  const { text } = links
  return {
    needs: links.needs,
    of: (record, view) => links.of(record, view.own),
    ...(text && { text: (record: R, view: ExtendedView<V>) => text.call(links, record, view.own) }),
  }
}

function extraField<R, V, N extends string, D>(
  name: string,
  extra: ExtraField,
): FieldDefinition<R, ExtendedView<V>, N | ExtraNeed, D> {
  const { get, load, set, schema, contexts } = extra
  return {
    schema,
    contexts,
    readonly: set === undefined,
    needs: load === undefined ? [] : [needOf(name)],
    ...(get === undefined ? {} : { get: loadedGetter(name, get) }),
  }
}

/** Stands for what could not be loaded. */
const FAILED = Symbol('failed')

const loadedGetter =
  <R, V>(name: string, get: NonNullable<ExtraField['get']>) =>
  (record: R, view: ExtendedView<V>): unknown => {
    const loaded = view.loaded.get(name)
    return loaded === FAILED ? undefined : get(record, loaded)
  }

/** Loads for all wanted extra fields, each once for the whole page. What fails is reported, and its field left out. */
async function loadExtras(
  site: Pick<SiteContext, 'reportError'>,
  resource: string,
  extras: Extras,
  records: readonly unknown[],
  needs: ReadonlySet<string>,
  request: HandlerRequest,
) {
  const wanted = [...extras].filter(([name]) => needs.has(needOf(name)))
  const loading = wanted.map(async ([name, { load }]): Promise<readonly [string, unknown]> => {
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
 * A resource's table with the fields that users have added to it (by the name they gave: a post type's, a taxonomy's,
 * `user`, `comment` …). Throws a `RegistrationError` when an added field has the name of one of the resource's own.
 * What is sent for such a field is stored by `setExtraFields`.
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
      throw new RegistrationError(`the resource ${resource} has a field "${name}" of its own`)
    fields[name] = extraField(name, extra)
  }
  return {
    ...definition,
    fields: fields as Extended<R, V, N, D, F>['fields'],
    links: ownLinks(definition),
    onFieldError: definition.onFieldError ?? reportFieldFailure(site),
    async load(records, needs, request, context, atHand) {
      if (extras.size === 0) {
        const own = await definition.load(records, needs as ReadonlySet<N>, request, context, atHand)
        return { own, loaded: NOTHING }
      }
      const ownNeeds = new Set([...needs].filter((need): need is N => !isExtraNeed(need)))
      const [own, loaded] = await Promise.all([
        definition.load(records, ownNeeds, request, context, atHand),
        loadExtras(site, resource, extras, records, needs, request),
      ])
      return { own, loaded }
    },
  }
}

/** The values that a request sends for the fields that were registered for a resource. */
export function extraInput(
  site: Pick<SiteContext, 'get'>,
  resource: string,
  { params }: HandlerRequest,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  for (const name of site.get(extraFields).of(resource).keys())
    if (params[name] !== undefined) values[name] = params[name]
  return values
}

/**
 * Passes values to the setters of the fields that were registered for a resource, with the record as it is stored. What a
 * setter throws undoes the transaction.
 */
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
