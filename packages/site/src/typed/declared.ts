import type { FromSchema } from '@platen/core'
import type { MetaOptions } from '../content/meta/index.js'
import type { PostTypeOptions, TaxonomyOptions } from '../content/types/index.js'
import type { RegisteredTypes } from './registered.js'

/** Options of a definition with no other names than `Known` has; an inferred type would accept any. */
type Only<T, Known> = { readonly [K in Exclude<keyof T, keyof Known>]: never }

/**
 * Types, taxonomies and meta keys with options that exist. It is a conditional type, so that the compiler infers nothing
 * from it.
 */
export type OnlyDeclared<D> = (D extends { readonly types?: infer T }
  ? { readonly types?: { readonly [N in keyof T]: Only<T[N], PostTypeOptions> } | undefined }
  : unknown) &
  (D extends { readonly taxonomies?: infer T }
    ? { readonly taxonomies?: { readonly [N in keyof T]: Only<T[N], TaxonomyOptions> } | undefined }
    : unknown) &
  (D extends { readonly meta?: infer M }
    ? { readonly meta?: { readonly [I in keyof M]: Only<M[I], MetaOptions> } | undefined }
    : unknown)

type Given<T> = T extends undefined ? never : T
/** The names of a record; none if they are not known. */
type NamesOf<T> = string extends keyof T ? never : keyof T & string

export type TypeName<D> = D extends { readonly types?: infer T } ? NamesOf<Given<T>> : never
export type TypeOptions<D, N> = D extends { readonly types?: infer T } ? OptionsOf<Given<T>, N> : never
export type TaxonomyName<D> = D extends { readonly taxonomies?: infer T } ? NamesOf<Given<T>> : never
export type TaxonomyOptionsOf<D, N> = D extends { readonly taxonomies?: infer T } ? OptionsOf<Given<T>, N> : never
type OptionsOf<T, N> = N extends keyof T ? T[N] : never

/** The declared meta keys of a kind of object; of all subtypes and, for posts and terms, of the one called `N`. */
type KeysOf<D, Kind, N> = D extends { readonly meta?: infer Keys }
  ? Keys extends readonly (infer M)[]
    ? KeyOf<M, Kind, N>
    : never
  : never

type KeyOf<M, Kind, N> = M extends { readonly object: Kind; readonly showInRest?: true | undefined }
  ? M extends { readonly subtype: infer Subtype }
    ? Subtype extends N | ''
      ? M
      : never
    : M
  : never

type NameOf<M> = M extends { readonly name: infer Name extends string }
  ? Name
  : M extends { readonly key: infer Key extends string }
    ? Key
    : never

type ValueOf<M> =
  | (M extends { readonly single: true } ? SingleValueOf<M> | NullOf<M> : SingleValueOf<M>[])
  // Not shown to callers who may not read it.
  | (M extends { readonly authorizeRead: unknown } ? undefined : never)

/** A key without a default is `null` where nothing is stored, if the empty value of its type may not match its schema. */
type NullOf<M> = M extends { readonly default: unknown }
  ? never
  : M extends { readonly schema: infer S }
    ? keyof S & Restricting extends never
      ? never
      : null
    : never
type Restricting =
  | 'enum'
  | 'format'
  | 'pattern'
  | 'minLength'
  | 'minimum'
  | 'minItems'
  | 'minProperties'
  | 'required'
  | 'oneOf'
  | 'anyOf'
  | 'allOf'
  | 'not'
type SingleValueOf<M> = M extends { readonly schema: infer S; readonly type: infer Type }
  ? FromSchema<'type' extends keyof S ? S : S & { readonly type: Type }>
  : FromSchema<M>

type ValuesOf<M> = { [Name in NameOf<M>]: M extends unknown ? (Name extends NameOf<M> ? ValueOf<M> : never) : never }

/** The kind of object that a resource called `N` has: names of taxonomies are those that `D` declares. */
type KindOf<D, N> = N extends 'user' | 'comment'
  ? N
  : N extends TaxonomyName<D> | 'category' | 'post_tag'
    ? 'term'
    : 'post'

/**
 * The meta values of a resource by name, as features and configurations declare them: `MetaOf<typeof events, 'event'>`.
 * `D` is their union, and `N` a post type, a taxonomy, `user` or `comment`. Without declarations, it has no members.
 */
export type MetaOf<D, N extends string> = N extends keyof RegisteredTypes
  ? RegisteredTypes[N] extends { readonly meta: infer M }
    ? M
    : never
  : MetaOfKind<D, KindOf<D, N>, N>
/** The declared meta values of a kind of object; a type and a taxonomy may have the same name. */
export type MetaOfKind<D, Kind, N> = ValuesOf<KeysOf<D, Kind, N>>

/** Meta values to store: `null` removes one. Anything, if no keys are declared. */
export type MetaInputOf<D, N extends string> = keyof MetaOf<D, N> extends never
  ? unknown
  : { readonly [K in keyof MetaOf<D, N>]?: MetaOf<D, N>[K] | null | undefined }
