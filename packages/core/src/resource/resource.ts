import type { MaybePromise } from '../maybe-promise.js'
import type { HandlerRequest, Reply } from '../registry/definition.js'
import type { Schema } from '../schema/schema.js'
import type { Context, CreateArgs, FieldDefinition, FieldShapes, UpdateArgs } from './field.js'
import type { Items } from './items.js'
import type { ResourceLinks } from './link-table.js'
import type { RequestedRecords } from './preloaded-views.js'

/** A field of a record that failed. */
export interface FieldFailure<R> {
  /** The title of the resource. */
  readonly resource: string
  /** The name of the field or property (`content.rendered`); `_links` for the links. */
  readonly field: string
  readonly record: R
  readonly request: HandlerRequest
}

/** The definition of a resource as a table of fields. */
export interface ResourceDefinition<R, V, N extends string, D, F extends FieldShapes = FieldShapes> {
  /** The title of its schema. */
  readonly title: string
  readonly fields: F & Readonly<Record<string, FieldDefinition<R, V, N, D>>>
  /**
   * Loads the data of a page of records, with a fixed number of queries. `found` is the data that was loaded together
   * with the records (see `needs` and `present` of {@link Resource}).
   */
  readonly load: (
    records: readonly R[],
    needs: ReadonlySet<N>,
    request: HandlerRequest,
    context: Context,
    found?: unknown,
  ) => Promise<V> | V
  /** Its links; their `needs` are loaded only if the request selects links. */
  readonly links?: (ResourceLinks<R, V> & { readonly needs?: readonly N[] | undefined }) | undefined
  /**
   * Receives errors of a getter, of the links of a record, and of a value without a JSON form. The record is shown
   * without the failed field: a string or list is empty, any other field is omitted. Without this function, the error
   * fails the whole reply.
   */
  readonly onFieldError?: ((error: unknown, failure: FieldFailure<R>) => void) | undefined
  /**
   * The fields of a record whose data was not loaded, because a list is too long: their values, which the record is shown
   * without, and which it lists as `_omitted`. Of a field that is an object, its flags are shown; `meta.color` is a single
   * member.
   */
  readonly omitted?: ((record: R, view: V) => readonly string[]) | undefined
  /** Whether its schema names the contexts of the fields: `true` by default, `false` where requests have no `context`. */
  readonly hasContexts?: boolean | undefined
  /** Further keywords of its schema, such as `links` with target schemas. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined
}

/** A compiled resource: everything that derives from its table of fields. */
export interface Resource<R, D = unknown, F extends FieldShapes = FieldShapes> {
  readonly title: string
  /** The schema for OPTIONS. */
  readonly schema: Schema
  /**
   * The schema of responses, with the fields that all of them have as `required`; `context` of a field names the views that
   * show it.
   */
  readonly responseSchema: Schema
  /** The arguments of creations. */
  createArgs(): CreateArgs<F>
  /** The arguments of updates: like those of creations, but without defaults, and none is required. */
  updateArgs(): UpdateArgs<F>
  /** The arguments whose schema is not enforced, for `skipValidation` of endpoints. */
  readonly skipValidation: readonly string[]
  /** The argument `context`. */
  contextArg(byDefault?: Context): Schema
  /** The data that must be loaded for a request, for stores that load relations together with records. */
  needs(request: HandlerRequest): ReadonlySet<string>
  /**
   * Presents records as the items of a list, each with its `_links`: the body of a reply or page (see `pageReply`). `found`
   * is passed on to `load`. Synchronous if their data is preloaded.
   */
  present(records: readonly R[], request: HandlerRequest, found?: unknown): MaybePromise<Items>
  /**
   * Loads what `present` and `reply` need, once for all records of requests that differ only in the parameter `varying`.
   * For `preload` of endpoints.
   */
  preload(requested: readonly RequestedRecords<R>[], varying: string): Promise<void>
  /** Creates the reply for a single record. */
  reply(record: R, request: HandlerRequest, context?: Context): Promise<Reply>
  /**
   * Applies the values of a request to a draft, in the order of the fields; with `use`, only the arguments of creations or
   * of updates.
   */
  apply(draft: D, request: HandlerRequest, use?: 'create' | 'update'): Promise<void>
}
