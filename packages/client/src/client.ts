import type { BodyIn, Deleted, PathIn } from '@platen/site/types'
import type { BatchRequest, BatchResults } from './batch.js'
import type { List } from './list.js'
import type { OnProgress } from './progress.js'
import type { RequestOptions } from './transport.js'
import type { InputOf, ListedIn, PrefixOf, QueryOf, QueryValue, ResponseOf } from './typed/index.js'

/** A path: of a route whose responses are known, or of any other, whose responses are `unknown`. */
export type PathOf<R> = PathIn<R> | (string & {})

/** The query of a call of the path `P`. */
type Query<R, M, P> = QueryOf<BodyIn<R, M, P>, PrefixOf<P>>

/** Options of a call with the query `Q`. */
export interface CallOptions<Q> extends RequestOptions {
  readonly query?: Q | undefined
}

/** The response to a call of the path `P` with the query `Q`. */
export type Answer<R, M, P, Q> = ResponseOf<BodyIn<R, M, P>, Q, PrefixOf<P>>

/** The response to a deletion: with `force`, what was deleted, and otherwise the resource in the trash. */
type Removed<R, P, Q> =
  BodyIn<R, 'DELETE', P> extends infer B
    ? unknown extends B
      ? B
      : ResponseOf<Q extends { readonly force: infer F } ? ForcedOf<B, F> : ForcedOf<B, false>, Q, PrefixOf<P>>
    : never
type ForcedOf<B, F> = F extends true ? Extract<B, Deleted<unknown>> : Exclude<B, Deleted<unknown>>

/** Options of an upload. */
export interface UploadOptions<T, P = unknown> extends RequestOptions {
  /** The name of the file; by default that of a `File`. */
  readonly name?: string | undefined
  /** The fields of the new resource. */
  readonly fields?: InputOf<T, P> | undefined
  /** Receives how many bytes are sent. */
  readonly onProgress?: OnProgress | undefined
}

/** What a batch does if requests are invalid; see {@link Client.batch}. */
export interface BatchOptions extends RequestOptions {
  /** Performs nothing unless all requests are valid. */
  readonly allOrNothing?: boolean | undefined
}

/**
 * A client of a site with the resources `R`. Calls resolve with the body of the response, whose type depends on the path
 * and the query; errors reject with an `ApiError`.
 */
export interface Client<R> {
  /** Reads a resource, or one page of a list. */
  get<const P extends PathOf<R>, const Q extends Query<R, 'GET', P> = Record<never, never>>(
    path: P,
    options?: CallOptions<Q>,
  ): Promise<Answer<R, 'GET', P, Q>>
  /** The items of a list, page by page. */
  list<const P extends PathOf<R>, const Q extends Query<R, 'GET', P> = Record<never, never>>(
    path: P,
    options?: CallOptions<Q>,
  ): List<ListedIn<Answer<R, 'GET', P, Q>>>
  /** Creates a resource, or runs what the route does. */
  post<const P extends PathOf<R>, const Q extends Query<R, 'POST', P> = Record<never, never>>(
    path: P,
    body?: InputOf<BodyIn<R, 'POST', P>, P>,
    options?: CallOptions<Q>,
  ): Promise<Answer<R, 'POST', P, Q>>
  /** Changes a resource, whatever its version; it may be repeated after failures. */
  put<const P extends PathOf<R>, const Q extends Query<R, 'PUT', P> = Record<never, never>>(
    path: P,
    body: InputOf<BodyIn<R, 'PUT', P>, P>,
    options?: CallOptions<Q>,
  ): Promise<Answer<R, 'PUT', P, Q>>
  /** Changes a resource, whatever its version. */
  patch<const P extends PathOf<R>, const Q extends Query<R, 'PATCH', P> = Record<never, never>>(
    path: P,
    body: InputOf<BodyIn<R, 'PATCH', P>, P>,
    options?: CallOptions<Q>,
  ): Promise<Answer<R, 'PATCH', P, Q>>
  /**
   * Changes a resource unless somebody else has changed it since it was read (`If-Match`). `base` is what a call of this
   * client returned, or an entity tag. Rejects with a `ConflictError`, and with a `TypeError` if `base` has no tag, as items
   * of lists. What was read from a server without tags, such as WordPress, is overwritten.
   */
  update<const P extends PathOf<R>, const Q extends Query<R, 'PATCH', P> = Record<never, never>>(
    path: P,
    base: object | string,
    changes: InputOf<BodyIn<R, 'PATCH', P>, P>,
    options?: CallOptions<Q>,
  ): Promise<Answer<R, 'PATCH', P, Q>>
  /** Moves a resource to the trash, or deletes it with the query `force`. */
  delete<const P extends PathOf<R>, const Q extends Query<R, 'DELETE', P> = Record<never, never>>(
    path: P,
    options?: CallOptions<Q>,
  ): Promise<Removed<R, P, Q>>
  /** Uploads a file, such as to `/cms/v2/media`. */
  upload<const P extends PathOf<R>>(
    path: P,
    file: Blob,
    options?: UploadOptions<BodyIn<R, 'POST', P>, P>,
  ): Promise<BodyIn<R, 'POST', P>>
  /** Performs up to 25 changes in one request, in order. Resolves with a result for each; errors are among them. */
  batch<const T extends readonly BatchRequest<PathOf<R>>[]>(
    requests: T,
    options?: BatchOptions,
  ): Promise<BatchResults<R, T>>
  /** Sends any request. `T` is the type of the body; it is not checked. */
  request<T = unknown>(
    method: string,
    path: string,
    options?: CallOptions<Readonly<Record<string, QueryValue>>> & { readonly body?: unknown },
  ): Promise<T>
  /** The entity tag of what a call returned; `undefined` if the response had none. */
  etagOf(resource: object): string | undefined
}
