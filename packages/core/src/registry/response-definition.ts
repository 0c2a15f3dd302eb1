import type { Schema } from '../schema/schema.js'

/** What the body of a response is: one resource, a list of resources, or an object of resources by name. */
export type ResponseShape = 'item' | 'list' | 'map'

/** What the successful responses of an endpoint are, for descriptions of the interface such as OpenAPI. */
export interface ResponseDefinition {
  readonly shape: ResponseShape
  /** 200 by default. */
  readonly status?: number | undefined
  /** The schema of one resource, if it is not that of the route; a function is called when it is first needed. */
  readonly schema?: Schema | (() => Schema) | undefined
  /** The context of the resource, if the argument `context` does not choose it. */
  readonly context?: 'view' | 'embed' | 'edit' | undefined
  /** Whether the list has pages: totals in headers, and links to other pages. */
  readonly paged?: boolean | undefined
  /** Whether the resource is deleted: the body has `deleted` and `previous`; with `unlessTrashed`, or is the resource. */
  readonly deletes?: true | 'unlessTrashed' | undefined
  /** The media type of the body, if it is not JSON. */
  readonly mediaType?: string | undefined
  /** False if descriptions of the interface never show a response, because it takes requests to other servers. */
  readonly example?: false | undefined
}
