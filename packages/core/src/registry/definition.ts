import type { Principal } from '../access/principal.js'
import type { Links } from '../links.js'
import type { IncomingFile, ReceivedFile, RequestBody, RestRequest, RestResponse, UploadedFile } from '../request.js'
import type { FieldSelection } from '../resource/field-selection.js'
import type { RestError } from '../rest-error.js'
import type { FromSchema, ParamsOf } from '../schema/from-schema.js'
import type { Schema } from '../schema/schema.js'
import type { ConditionalState } from './conditional-state.js'
import type { MemoKey } from './memo-key.js'
import type { ResponseDefinition } from './response-definition.js'

/** The methods of endpoints. GET also serves HEAD; the registry serves OPTIONS. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Arguments by name, each a draft-04 schema (specification section 4.13). */
export type Args = Readonly<Record<string, Schema>>

/** Checks an argument beyond its schema. The returned error becomes part of the `details` of `rest_invalid_param`. */
export type ArgValidator = (
  value: unknown,
  request: HandlerRequest,
) => RestError | undefined | Promise<RestError | undefined>

/** `true` permits; `false` is `rest_forbidden`; an error is sent as it is. */
export type PermissionResult = boolean | RestError

/**
 * Who may call an endpoint: everybody, callers with a capability, or callers that a function permits. There is no
 * default.
 */
export type Permission<P> =
  | 'public'
  | { readonly capability: string }
  | ((request: HandlerRequest<P>) => PermissionResult | Promise<PermissionResult>)

/** A request as permissions, validators and handlers see it. It is immutable. */
export interface HandlerRequest<P = Readonly<Record<string, unknown>>> {
  /** GET for a HEAD, too. */
  readonly method: Method | 'OPTIONS'
  /** Whether it is a HEAD: its response has no body. */
  readonly head: boolean
  /** The path that was matched, decoded. */
  readonly path: string
  /** The route's pattern. */
  readonly route: string
  /** The validated and sanitized parameters of path, query and body; undeclared ones as they were sent. */
  readonly params: P
  /** Whether the caller sent a parameter. A default does not count. */
  has(name: string): boolean
  /** The parameters of the query, as they were sent. */
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The files of a multipart form. */
  readonly files: readonly UploadedFile[]
  /** The files that `body.receive` of the endpoint returned. */
  readonly received: readonly ReceivedFile[]
  /** The body as it was read; unread if the endpoint has `body.receive` and the body is neither JSON nor a form. */
  readonly body: RequestBody | undefined
  /** The value of a JSON body, as it was sent; undefined for any other body. */
  readonly json?: unknown
  /** The fields of a form, as they were sent; undefined for any other body. */
  readonly form?: Readonly<Record<string, unknown>> | undefined
  readonly principal: Principal
  /** The fields that `_fields` selects. */
  readonly fields: FieldSelection
  readonly remoteAddress: string
  /** Whether the client sent it over TLS; `undefined` if that is unknown. */
  readonly secure: boolean | undefined
  readonly signal: AbortSignal | undefined
  /** The version that `If-Match` or `If-Unmodified-Since` was checked against; pass it to the store. */
  readonly expectedVersion: number | undefined
  /** Computes a value at its first use, and memoizes it for this request. */
  once<T>(key: MemoKey<T>, compute: () => T): T
  /**
   * The same for the permissions that `Allow` is computed from after a write. They do not share the values of `once`, which
   * the write may have changed; a handler may memoize what it has stored.
   */
  afterChange<T>(key: MemoKey<T>, compute: () => T): T
  /** The patterns of the routes of earlier requests in the same batch; empty outside of batches. */
  readonly earlierRoutes: readonly string[]
  /** The request whose response embeds that of this one (`_embed`). */
  readonly origin?: HandlerRequest | undefined
  /**
   * Marks the response as incomplete, because a part of it failed and is omitted. It is not cached, and is sent with
   * `Cache-Control: no-store` and without validators.
   */
  markIncomplete(): void
  /**
   * Calls a function once this request, or the one whose response embeds that of this one, has been answered, even with
   * an error; at once if it already has been. The response may still be on its way to the client.
   */
  onceAnswered(release: () => void): void
  /** Calls the interface as the same caller. `T` is the type of the response's body; it is not checked. */
  dispatch<T = unknown>(request: Omit<RestRequest, 'principal'>): Promise<RestResponse<T>>
}

/** Admits a permitted request, or throws a `RestError`. */
export type Admission = (request: HandlerRequest) => Promise<void> | undefined

/** Receives requests that a signed-in caller is not allowed to make. */
export type RefusalHandler = (error: RestError, request: HandlerRequest) => void

/** The result of a handler. */
export interface Reply {
  /** 200 by default. */
  readonly status?: number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body: unknown
  /** The links of a single resource, sent as `_links`. Items of a list have their own. */
  readonly links?: Links | undefined
  /** Entries of the `Link` header. */
  readonly linkHeader?: readonly string[] | undefined
  /** Set if `_fields` has been applied to the body. */
  readonly fieldsApplied?: boolean | undefined
  readonly state?: ConditionalState | undefined
  /**
   * The context of a body that responds to a change, in which the permissions behind `Allow` are checked. `edit` by
   * default; for deletions, the context of the request.
   */
  readonly context?: 'view' | 'embed' | 'edit' | undefined
}

/** A format of response bodies other than JSON. */
export interface ResponseFormat {
  /** The value of `Content-Type`. */
  readonly contentType: string
  /** Writes a body: that of the reply after `_fields`, or that of an error. */
  write(body: unknown): string
}

/** How an endpoint reads bodies. Sizes are in bytes. */
export interface BodyOptions {
  /** The largest body that is read into memory; the registry's `maxBodyBytes`, or `maxAnonymousBodyBytes`, by default. */
  readonly maxBytes?: number | undefined
  /** The additional limit for the files of a multipart form, if the endpoint receives them. */
  readonly maxFileBytes?: number | undefined
  /**
   * Receives each file of a multipart form while it arrives: before validation and permission, which may need fields that
   * follow it. `request` has only the parameters of path and query. With this function, a body that is neither JSON nor a
   * form is left unread for the handler: see `bodyChunks`.
   */
  readonly receive?: ((file: IncomingFile, request: HandlerRequest) => Promise<ReceivedFile | undefined>) | undefined
  /**
   * Set if anonymous callers are always refused, whatever the body. Their large bodies are not read: the permission
   * gets a request with only the parameters of path and query. `requiresLogin` implies it.
   */
  readonly signedIn?: boolean | undefined
  /**
   * Refuses callers who may not call the endpoint with any body, given a request with only the parameters of path and
   * query. Bodies beyond 64 KiB are read only after it permits; smaller ones are validated first. A permission by
   * capability does not need it.
   */
  readonly admit?: ((request: HandlerRequest) => PermissionResult | Promise<PermissionResult>) | undefined
}

/** The parameters of an endpoint: those of its arguments, and those of its path, `P`, which are always present. */
export type EndpointParams<A extends Args, P> = ParamsOf<A> & {
  readonly [Name in keyof P]: Name extends keyof A ? FromSchema<A[Name]> : P[Name]
}

/** The definition of an endpoint: methods, arguments, permission and handler. */
export interface EndpointDefinition<A extends Args, P = unknown> {
  readonly methods: Method | readonly Method[]
  readonly args?: A
  readonly permission: Permission<EndpointParams<A, P>>
  readonly handler: (request: HandlerRequest<EndpointParams<A, P>>) => Reply | Promise<Reply>
  readonly validators?: { readonly [N in keyof A]?: ArgValidator } | Readonly<Record<string, ArgValidator>> | undefined
  /**
   * Arguments whose schema is shown but not enforced: the handler gets their values as they were sent. Their `validators`
   * still run.
   */
  readonly skipValidation?: readonly string[] | undefined
  /** Arguments whose validators run only if no schema refuses an argument. */
  readonly validatedLast?: readonly string[] | undefined
  /** Arguments that are validated before others, in place of the registry's `argumentsCheckedFirst`. */
  readonly validatedFirst?: readonly string[] | undefined
  /** Overrides for the schemas of arguments in discovery, by name: for clients that expect another form. */
  readonly shownArgs?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
  /** Arguments that discovery does not show, for clients that expect exactly the others. */
  readonly undescribedArgs?: readonly string[] | undefined
  /**
   * Arguments for which null means the empty value of their type (`''`, `0`, `false` or an empty list), unless their schema
   * accepts null. For other arguments, null is a value like any other.
   */
  readonly emptyForNull?: readonly string[] | undefined
  /** Set if callers must have signed in: a dialect may have an error of its own for anonymous callers. */
  readonly requiresLogin?: boolean | undefined
  /**
   * Set if callers may call it whatever the scope of their principal is: because the response describes only the interface or
   * the scope itself, or because the handler only calls other endpoints as the same caller.
   */
  readonly anyScope?: boolean | undefined
  /**
   * Set if the permission needs arguments that are valid: `Allow` lists the endpoint neither for OPTIONS nor for a request
   * with invalid arguments, or with any of those in a list of names.
   */
  readonly allowedWhenValid?: boolean | readonly string[] | undefined
  /** Which bodies are read; by default, those of up to the registry's `maxBodyBytes`. */
  readonly body?: BodyOptions | undefined
  /**
   * Set if the response depends only on the request, the caller and stored data: a response cache may store responses to
   * anonymous callers until data changes.
   */
  readonly cacheable?: boolean | undefined
  /**
   * Chooses a format other than JSON for a response, including errors; undefined chooses JSON. Parameters that are
   * missing or invalid are absent from the request. With `_envelope` or `_jsonp`, the response is JSON.
   */
  readonly format?: ((request: HandlerRequest) => ResponseFormat | undefined) | undefined
  /**
   * What successful responses are, for descriptions of the interface. Without it, a response may be one resource of the
   * route's schema, or a list of them.
   */
  readonly responds?: ResponseDefinition | undefined
  /** Replaces existing endpoints for its methods; without it, a second endpoint for a method is an error. */
  readonly override?: boolean | undefined
  /**
   * Preloads the data of several requests of this endpoint, such as those of `_embed`, with `once` of each request or
   * `preload` of a resource. It must take a fixed number of queries. The requests are valid, but not yet permitted, and
   * may differ in all parameters.
   */
  readonly preload?: ((requests: readonly HandlerRequest<EndpointParams<A, P>>[]) => void | Promise<void>) | undefined
  /** Returns the state of the resource before the handler runs, so that preconditions are exact and free of races. */
  readonly state?:
    | ((
        request: HandlerRequest<EndpointParams<A, P>>,
      ) => ConditionalState | undefined | Promise<ConditionalState | undefined>)
    | undefined
}

declare const pathParams: unique symbol
/** An endpoint declared by {@link endpoint}, for paths with the parameters `P`. */
export type AnyEndpoint<P = unknown> = EndpointDefinition<Args> & { readonly [pathParams]?: (params: P) => never }

/**
 * Declares an endpoint. The schemas of `args` type the parameters of its functions; within
 * `registry.route(namespace, path, { endpoints })`, so does the path.
 */
export function endpoint<const A extends Args = Record<never, never>, P = unknown>(
  definition: EndpointDefinition<A, NoInfer<P>>,
): AnyEndpoint<P> {
  return definition as unknown as AnyEndpoint<P>
}

/** A route to register; `P` are the parameters of its path. */
export interface RouteDefinition<P = unknown> {
  readonly endpoints: readonly AnyEndpoint<P>[]
  /** The schema of the resource, shown by OPTIONS; a function is called when the schema is first needed. */
  readonly schema?: Schema | (() => Schema) | undefined
  /**
   * The schema of one resource as responses have it. Without `schema`, for a route without a resource, such as an index or
   * an action, OPTIONS shows it unless `RegistryOptions.schemaOnEveryRoute` is false.
   */
  readonly responseSchema?: Schema | (() => Schema) | undefined
  /**
   * The path as discovery shows it, if clients expect an expression that is slower to match than that of the path. Both
   * must match the same paths.
   */
  readonly shownPath?: string | undefined
  /** Whether `batch/v1` may call it; shown in discovery if set. */
  readonly batch?: boolean | undefined
  /** Replaces the existing route at the same path; without it, the endpoints are added to that route. */
  readonly override?: boolean | undefined
}
