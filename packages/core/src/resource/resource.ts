import type { HandlerRequest, Reply } from '../registry/definition.js'
import type { Schema } from '../schema/index.js'
import type { Context, CreateArgs, FieldDefinition, FieldShapes, UpdateArgs } from './field.js'
import type { Items } from './items.js'
import type { ResourceLinks } from './link-table.js'
import type { RequestedRecords } from './preloaded-views.js'

/** A part of a record that cannot be shown. */
export interface FieldFailure<R> {
  /** The title of the resource. */
  readonly resource: string
  /** The name of the field, with its property (`content.rendered`); `_links` for the links. */
  readonly field: string
  readonly record: R
  readonly request: HandlerRequest
}

/** A resource as a table of fields. */
export interface ResourceDefinition<R, V, N extends string, D, F extends FieldShapes = FieldShapes> {
  /** The title of its schema. */
  readonly title: string
  readonly fields: F & Readonly<Record<string, FieldDefinition<R, V, N, D>>>
  /**
   * Loads what a page of records needs, in a number of queries that does not depend on their number. `found` is what
   * was loaded together with the records (see `needs` and `present` of the resource).
   */
  readonly load: (
    records: readonly R[],
    needs: ReadonlySet<N>,
    request: HandlerRequest,
    context: Context,
    found?: unknown,
  ) => Promise<V> | V
  /** Its links; what they need is loaded only when the request wants links. */
  readonly links?: (ResourceLinks<R, V> & { readonly needs?: readonly N[] | undefined }) | undefined
  /**
   * Receives what a getter or the links throw for one record, and the error of a value that JSON cannot hold. The
   * record is shown without that part: a text or list is empty, any other field is left out. Without this function
   * the error fails the whole reply.
   */
  readonly onFieldError?: ((error: unknown, failure: FieldFailure<R>) => void) | undefined
  /** Further keywords of its schema, such as `links` with target schemas. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined
}

/** A compiled resource: everything that its table of fields derives. */
export interface Resource<R, D = unknown, F extends FieldShapes = FieldShapes> {
  readonly title: string
  /** What OPTIONS shows. */
  readonly schema: Schema
  /** Arguments of creation: what can be set, with defaults and requirements. */
  createArgs(): CreateArgs<F>
  /** Arguments of updates: the same with neither defaults nor requirements. */
  updateArgs(): UpdateArgs<F>
  /** The arguments whose schema is not enforced: for `skipValidation` of endpoints. */
  readonly skipValidation: readonly string[]
  /** The argument `context`. */
  contextArg(byDefault?: Context): Schema
  /** What a request requires to be loaded: for stores that load relations together with a list. */
  needs(request: HandlerRequest): ReadonlySet<string>
  /**
   * The items of a list, each with its `_links`: the body of a reply, or of a page (see `pageReply`). `found` is
   * passed on to the resource's `load`.
   */
  present(records: readonly R[], request: HandlerRequest, found?: unknown): Promise<Items>
  /**
   * Loads what `present` and `reply` need for several requests that differ in the parameter `varying` alone: once for all of
   * their records. For `preload` of endpoints.
   */
  preload(requested: readonly RequestedRecords<R>[], varying: string): Promise<void>
  /** The reply for a single record. */
  reply(record: R, request: HandlerRequest, context?: Context): Promise<Reply>
  /**
   * Applies the incoming values of a request to a draft, in the order of the fields; with `use`, only those of fields
   * that are arguments of creations, or of updates.
   */
  apply(draft: D, request: HandlerRequest, use?: 'create' | 'update'): Promise<void>
}
