import type { Linked } from '@platen/site/types'
import type { EmbeddedIn, EmbedView, RelationOf } from './embeds.js'
import type { IsDictionary, ItemOf } from './resources.js'

/** A value of a query: lists and objects are sent with brackets, dates in ISO 8601; `undefined` is left out. */
export type QueryValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | Date
  | readonly QueryValue[]
  | { readonly [name: string]: QueryValue }

/** The names for `_fields`: members of `T`, and paths into them. */
export type FieldOf<T> = unknown extends T
  ? string
  : T extends unknown
    ? string extends keyof T
      ? string
      : { [K in keyof T & string]: K | `${K}.${MemberOf<T[K]>}` }[keyof T & string]
    : never
/** Paths into the value of a member: of objects whose members are known, these. */
type MemberOf<V> = unknown extends V
  ? string
  : V extends readonly (infer E)[]
    ? MemberOf<E>
    : V extends object
      ? string extends keyof V
        ? string
        : (keyof V & string) | `${keyof V & string}.${string}`
      : never

/** The query of a call with responses `B`, in the dialect with the prefix `X`. */
export interface QueryOf<B, X extends string = 'cms'> {
  /** `view` by default; `edit` has what editors change, `embed` the essentials. */
  readonly context?: 'view' | 'edit' | 'embed' | undefined
  /** The fields of the response, such as `['id', 'title.rendered']`: its type has only these. */
  readonly _fields?: readonly FieldOf<ItemOf<B>>[] | undefined
  /** Adds the resources that links lead to as `_embedded`: all, or those of some relations. */
  readonly _embed?: true | readonly RelationOf<ItemOf<B>, X>[] | undefined
  /** The arguments of the route. */
  readonly [argument: string]: QueryValue
}

/** The fields of the context `edit`: of records, all. */
type EditView<T> = T extends { id: number }
  ? {
      [K in keyof T as K extends keyof Linked ? never : K]-?: 'raw' extends keyof T[K] ? WithRaw<T[K]> : T[K]
    } & Linked
  : T
type WithRaw<V> = { [K in keyof V as K extends 'raw' ? K : never]-?: V[K] } & {
  [K in keyof V as K extends 'raw' ? never : K]: V[K]
}

type InContext<T, Q> = Q extends { readonly context: 'edit' }
  ? EditView<T>
  : Q extends { readonly context: 'embed' }
    ? EmbedView<T>
    : T

type Embedding<T, V, Q, X extends string> = Q extends {
  readonly _embed: infer Relations extends true | readonly string[]
}
  ? { [K in keyof V as K extends '_embedded' ? never : K]: V[K] } & { _embedded?: EmbeddedIn<T, Relations, X> }
  : V

type Head<F> = F extends `${infer Name}.${string}` ? Name : F
type Rest<F, K> = K extends string ? (F extends `${K}.${infer Path}` ? Path : never) : never

/** The members of a value that paths lead to. */
export type Picked<T, F> = T extends readonly (infer E)[]
  ? Picked<E, F>[]
  : { [K in keyof T as K extends Head<F> ? K : never]: K extends F ? T[K] : Picked<T[K], Rest<F, K>> }

type Selected<T, Q> = Q extends { readonly _fields: readonly (infer F)[] } ? Picked<T, F> : T

/** The response for a resource `T` to a request with the query `Q`. */
type View<T, Q, X extends string> = Selected<Embedding<T, InContext<T, Q>, Q, X>, Q>

/** The response of a route with the body `B` to a request with the query `Q`. */
export type ResponseOf<B, Q, X extends string> = unknown extends B
  ? B
  : B extends readonly (infer T)[]
    ? View<T, Q, X>[]
    : true extends IsDictionary<B>
      ? { [K in keyof B]: View<B[K], Q, X> }
      : View<B, Q, X>
