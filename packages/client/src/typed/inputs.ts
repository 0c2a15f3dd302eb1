import type { Named } from './resources.js'

/** Arguments that responses do not show. */
type WriteOnly = 'password' | 'url' | 'generate_sub_sizes' | 'convert_format'

/** Routes that take more than the fields of their responses. */
type WiderRoute = `${string}/${'autosaves' | 'edit' | 'post-process'}`

type InputValue<K, V> = K extends 'meta'
  ? { readonly [M in keyof V]?: V[M] | null | undefined }
  : V extends { readonly rendered: string }
    ? string | { readonly raw: string }
    : V

type Fields<T> = {
  readonly [K in keyof Named<T> as Exclude<K, 'id' | '_links' | '_embedded'>]?: InputValue<K, T[K]> | null | undefined
}

/**
 * What can be sent to the path `P` to create or change a resource with the response `T`. A text is sent as it is, or as
 * `raw`. Other names than those of its fields are errors, except where the site or the route has arguments of its own.
 */
export type InputOf<T, P> = unknown extends T
  ? unknown
  : P extends WiderRoute
    ? Readonly<Record<string, unknown>>
    : string extends keyof T
      ? Fields<T> & Readonly<Record<string, unknown>>
      : T extends { id: number }
        ? Fields<T> & { readonly [K in Exclude<WriteOnly, keyof T>]?: unknown }
        : Readonly<Record<string, unknown>>
