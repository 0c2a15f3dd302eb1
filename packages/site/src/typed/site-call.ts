import type { CallOptions, CallResult, Principal } from '@platen/core'
import type { UserRecord } from '../kernel/records/index.js'
import type { BuiltInItems, BuiltInRoutes } from './bodies/routes.js'
import type { ResourcesOf, RoutePath } from './resources.js'
import type { ListOf, Single } from './shapes.js'

type PathsOf<R> = { [N in keyof R]: R[N] extends { readonly path: infer Path extends string } ? Path : never }[keyof R]

/** Paths in the dialect `cms`, and the same in `wp`. */
type InDialects<Path> = Path | (Path extends `/cms${infer Rest}` ? `/wp${Rest}` : never)

/** The paths of which the responses are known: of built-in routes, and of the resources `R`. */
export type PathIn<R> = InDialects<
  (keyof BuiltInRoutes & string) | (keyof BuiltInItems & string) | PathsOf<R> | `${PathsOf<R>}/${number}`
>

/** The paths of which the responses are known: of built-in routes, and of the resources that `D` declares. */
export type KnownPath<D> = PathIn<ResourcesOf<D>>

/** The responses of a route by method: of a resource of `R`, or of a built-in one. */
type RouteOf<R, Path> = { [N in keyof R]: ResourceRoute<R[N], Path> }[keyof R]

type ResourceRoute<T, Path> = T extends { readonly path: infer Own extends string; readonly body: infer Body }
  ? Path extends Own
    ? ListOf<Body>
    : Path extends `${Own}/${number}`
      ? Single<Body>
      : never
  : never

type BuiltInRoute<Path> = Path extends keyof BuiltInRoutes
  ? BuiltInRoutes[Path]
  : Path extends keyof BuiltInItems
    ? BuiltInItems[Path]
    : unknown

type OfMethod<Route, M> = M extends keyof Route ? Route[M] : unknown

/**
 * The body of a response in the context `view`, of a site with the resources `R`; `unknown` for routes that are not
 * known. Fields of other contexts are optional.
 */
export type BodyIn<R, M, P, Path = RoutePath<P>> = [RouteOf<R, Path>] extends [never]
  ? OfMethod<BuiltInRoute<Path>, M>
  : OfMethod<RouteOf<R, Path>, M>

/** The body of a response in the context `view`, of a site with the declarations `D`; see `BodyIn`. */
export type BodyOf<D, M, P> = BodyIn<ResourcesOf<D>, M, P>

/** Calls a route in process; `as` is a stored user or a principal. See `Call`. */
export interface SiteCall<D> {
  /** The body has the type of the route. With `_fields` or another context than `view`, name a type of your own. */
  <const M extends string, const P extends KnownPath<D>>(
    method: M,
    path: P,
    value?: unknown,
    options?: CallOptions<UserRecord | Principal>,
  ): Promise<CallResult<BodyOf<D, M, P>>>
  /** `T` is the type of the body; it is not checked. */
  <T = unknown>(
    method: string,
    path: string,
    value?: unknown,
    options?: CallOptions<UserRecord | Principal>,
  ): Promise<CallResult<T>>
}
