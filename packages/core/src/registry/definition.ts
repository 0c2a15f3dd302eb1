import type { Principal } from '../access/principal.js'
import type { Links } from '../links.js'
import type { IncomingFile, ReceivedFile, RequestBody, RestRequest, RestResponse, UploadedFile } from '../request.js'
import type { FieldSelection } from '../resource/field-selection.js'
import type { RestError } from '../rest-error.js'
import type { FromSchema, ParamsOf, Schema } from '../schema/index.js'
import type { MemoKey } from './memo-key.js'

/** The methods that endpoints answer. HEAD is answered by GET, OPTIONS by the registry. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Arguments by name, each a draft-04 schema (specification section 4.13). */
export type Args = Readonly<Record<string, Schema>>

/** A check of one argument beyond its schema; the error it returns stands in `details` of `rest_invalid_param`. */
export type ArgValidator = (
  value: unknown,
  request: HandlerRequest,
) => RestError | undefined | Promise<RestError | undefined>

/** `true` permits; `false` is `rest_forbidden`; an error is told as it is. */
export type PermissionResult = boolean | RestError

/** Who may call: everybody, whoever holds a capability, or what a function says. There is no default. */
export type Permission<P> =
  | 'public'
  | { readonly capability: string }
  | ((request: HandlerRequest<P>) => PermissionResult | Promise<PermissionResult>)

/** What a stored thing is at, for conditional requests (RFC 9110). `modified` is in milliseconds since 1970. */
export interface ConditionalState {
  readonly version: string | number
  readonly modified?: number | undefined
}

/** A request as permissions, validators and handlers see it. Nothing in it changes. */
export interface HandlerRequest<P = Readonly<Record<string, unknown>>> {
  readonly method: Method | 'OPTIONS'
  /** The path that was matched, decoded. */
  readonly path: string
  /** The route's pattern. */
  readonly route: string
  /** Validated and sanitized parameters, whatever they came by; unknown ones as they came. */
  readonly params: P
  /** Whether the caller sent the parameter (a default does not count). */
  has(name: string): boolean
  /** The parameters of the query text alone, as they came. */
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The files of a multipart form. */
  readonly files: readonly UploadedFile[]
  /** The same where the endpoint receives files itself: what its `body.receive` returned for each. */
  readonly received: readonly ReceivedFile[]
  /** The body as it was read; see {@link BodyOptions} for the one case in which it still has to be. */
  readonly body: RequestBody | undefined
  readonly principal: Principal
  /** What `_fields` asks for. */
  readonly fields: FieldSelection
  readonly remoteAddress: string
  readonly secure: boolean
  readonly signal: AbortSignal | undefined
  /** The version that `If-Match` or `If-Unmodified-Since` was checked against: updates hand it to the store. */
  readonly expectedVersion: number | undefined
  /** Computes a value at its first use and memoizes it for this request. */
  once<T>(key: MemoKey<T>, compute: () => T): T
  /** The request whose response embeds that of this one (`_embed`). */
  readonly origin?: HandlerRequest | undefined
  /**
   * Marks the response as incomplete: a part of it failed and is left out. The response cache does not store it, and it is
   * sent with `Cache-Control: no-store` and without validators.
   */
  markIncomplete(): void
  /** Calls the interface as the same caller. Name the type of the response's body as `T`; it is not checked. */
  dispatch<T = unknown>(request: Omit<RestRequest, 'principal'>): Promise<RestResponse<T>>
}

/** What a handler answers. */
export interface Reply {
  /** 200 when left out. */
  readonly status?: number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body: unknown
  /** Links of a single resource: they come as `_links`. Items of a list carry their own. */
  readonly links?: Links | undefined
  /** Entries of the `Link` header. */
  readonly linkHeader?: readonly string[] | undefined
  /** Set when the body holds what `_fields` asked for already. */
  readonly fieldsApplied?: boolean | undefined
  readonly state?: ConditionalState | undefined
}

/** How an endpoint takes bodies. Sizes are in bytes. */
export interface BodyOptions {
  /** The largest body that is read into memory: the registry's `maxBodyBytes` unless given. */
  readonly maxBytes?: number | undefined
  /** How much larger a multipart form may be whose files the endpoint receives. */
  readonly maxFileBytes?: number | undefined
  /**
   * Receives each file of a multipart form while it arrives, before validation and permission, which may need the fields
   * behind it. `request` has the parameters of path and query alone. With this function a body that is neither JSON nor a
   * form is left to the handler, unread: see `bodyChunks`.
   */
  readonly receive?: ((file: IncomingFile, request: HandlerRequest) => Promise<ReceivedFile | undefined>) | undefined
  /**
   * Set when callers who have not signed in are refused whatever the body says: their large bodies are not read, and
   * the permission is decided by path and query. `requiresLogin` implies it.
   */
  readonly signedIn?: boolean | undefined
  /**
   * Refuses callers who may not call whatever the body says, given a request with the parameters of path and query
   * alone. Bodies beyond 64 KiB are read only once it permits; smaller ones are validated first, as the interface has
   * it. A permission by capability needs none.
   */
  readonly admit?: ((request: HandlerRequest) => PermissionResult | Promise<PermissionResult>) | undefined
}

/** The parameters of an endpoint: those of its arguments, and those of its path `P`, which are always there. */
export type EndpointParams<A extends Args, P> = ParamsOf<A> & {
  readonly [Name in keyof P]: Name extends keyof A ? FromSchema<A[Name]> : P[Name]
}

/** An endpoint: methods, arguments, who may call, and what happens. */
export interface EndpointDefinition<A extends Args, P = unknown> {
  readonly methods: Method | readonly Method[]
  readonly args?: A
  readonly permission: Permission<EndpointParams<A, P>>
  readonly handler: (request: HandlerRequest<EndpointParams<A, P>>) => Reply | Promise<Reply>
  readonly validators?: { readonly [N in keyof A]?: ArgValidator } | Readonly<Record<string, ArgValidator>> | undefined
  /**
   * Arguments whose schema is shown and not enforced: the handler makes of their values what it can, as they came.
   * Their `validators` run all the same.
   */
  readonly skipValidation?: readonly string[] | undefined
  /**
   * Arguments for which null stands for the empty value of their type (`''`, `0`, `false` or an empty list), unless their
   * schema accepts null itself. Elsewhere null is refused like any other value of the wrong type.
   */
  readonly emptyForNull?: readonly string[] | undefined
  /** Set when the route is for callers who have signed in: a dialect may have an error of its own for the others. */
  readonly requiresLogin?: boolean | undefined
  /** How large bodies are taken, and by whom; the registry's way unless given. */
  readonly body?: BodyOptions | undefined
  /**
   * Set when the answer depends on nothing but the request, the caller and what is stored: a response cache may keep
   * what anonymous callers are answered until something is stored.
   */
  readonly cacheable?: boolean | undefined
  /** Takes its methods over from the endpoints that are registered for them; without it a second one is an error. */
  readonly override?: boolean | undefined
  /**
   * Preloads what several requests of this endpoint need that are performed one after the other, such as those of `_embed`:
   * with `once` of each request, or `preload` of a resource. The number of its queries must not depend on that of the
   * requests. They are validated, and neither permitted nor of the same parameters.
   */
  readonly preload?: ((requests: readonly HandlerRequest<EndpointParams<A, P>>[]) => void | Promise<void>) | undefined
  /** What the addressed thing is at, before the handler runs; makes `If-Match` and its kin exact and free of races. */
  readonly state?:
    | ((
        request: HandlerRequest<EndpointParams<A, P>>,
      ) => ConditionalState | undefined | Promise<ConditionalState | undefined>)
    | undefined
}

declare const pathParams: unique symbol
/** An endpoint that {@link endpoint} has declared, for paths with the parameters `P`. */
export type AnyEndpoint<P = unknown> = EndpointDefinition<Args> & { readonly [pathParams]?: (params: P) => never }

/**
 * Declares an endpoint. The schemas of `args` type the parameters of its functions, and so does the path where the call
 * stands within `registry.route(namespace, path, { endpoints })`.
 */
export function endpoint<const A extends Args = Record<never, never>, P = unknown>(
  definition: EndpointDefinition<A, NoInfer<P>>,
): AnyEndpoint<P> {
  return definition as unknown as AnyEndpoint<P>
}

/** A route to register; `P` are the parameters of its path. */
export interface RouteDefinition<P = unknown> {
  readonly endpoints: readonly AnyEndpoint<P>[]
  /** The schema of the resource, shown by OPTIONS; a function is called when it is first asked for. */
  readonly schema?: Schema | (() => Schema) | undefined
  /**
   * The schema of what is answered where that is no resource of the route's own, as by an index or an action. OPTIONS shows it
   * where it shows a schema of every route (see `RegistryOptions.schemaOnEveryRoute`), and no `schema` is declared.
   */
  readonly answerSchema?: Schema | (() => Schema) | undefined
  /** Whether `batch/v1` may call it. */
  readonly batch?: boolean | undefined
  /** Replaces the whole route registered at the same path; without it the endpoints are added to that route. */
  readonly override?: boolean | undefined
}
