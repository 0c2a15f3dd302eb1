import type { Links } from '@platen/core'

/** What responses with links have. Lists of `_fields` without `_links` leave them out. */
export interface Linked {
  _links?: Links
  /** The resources that the links lead to, by relation, if the request has `_embed`. */
  _embedded?: Record<string, unknown[]>
}

/** The response to the permanent deletion of a resource. Resources that go to the trash respond with themselves. */
export interface Deleted<T> {
  deleted: true
  /** The resource as it was before. */
  previous: T
}

/** The responses of a route that lists resources and creates one, by method. */
export interface ListOf<T> {
  GET: T[]
  POST: T
}

/** The responses of a route that lists resources by name. */
export interface ByName<T> {
  GET: Record<string, T>
}

/** The responses of the route of a single resource, by method. */
export interface Single<T> {
  GET: T
  POST: T
  PUT: T
  PATCH: T
  DELETE: T | Deleted<T>
}
