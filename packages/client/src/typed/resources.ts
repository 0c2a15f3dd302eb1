import type { Site } from '@platen/site'
import type { RegisteredTypes, ResourcesOf, ResourceTypes } from '@platen/site/types'

/**
 * The resources that type a client: of the type of a site, of features and configurations, or those that `platen types`
 * writes. Without any, they are those of `RegisteredTypes`.
 */
export type Resources<S> = [S] extends [never]
  ? ResourcesOf<never>
  : S extends Site<infer D>
    ? ResourcesOf<D>
    : S[keyof S] extends ResourceTypes
      ? S & Omit<RegisteredTypes, keyof S>
      : ResourcesOf<S>

/** The members of a type that it names; those of other names are not known. */
export type Named<T> = { [K in keyof T as string extends K ? never : number extends K ? never : K]: T[K] }

/** Whether a type is a dictionary: it names no members. */
export type IsDictionary<T> = string extends keyof T ? ([keyof Named<T>] extends [never] ? true : false) : false

/** The items of a list: none, if the body is another. */
export type ListedIn<B> = unknown extends B ? unknown : B extends readonly (infer T)[] ? T : never

/** What a body has one or several of: the items of a list, the values of a dictionary, or itself. */
export type ItemOf<B> = B extends readonly (infer T)[] ? T : true extends IsDictionary<B> ? B[keyof B] : B
