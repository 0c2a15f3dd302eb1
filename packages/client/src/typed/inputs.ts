import type { Named } from './resources.js'

/** Arguments that responses do not show. */
type WriteOnly = 'password' | 'force' | 'reassign'

type InputValue<K, V> = K extends 'meta'
  ? { readonly [M in keyof V]?: V[M] | null | undefined }
  : V extends { readonly rendered: string }
    ? string | { readonly raw: string }
    : V

/** What can be sent to create or change a resource with the response `T`. A text is sent as it is, or as `raw`. */
export type InputOf<T> = unknown extends T
  ? unknown
  : {
      readonly [K in keyof Named<T> as Exclude<K, 'id' | '_links' | '_embedded'>]?:
        | InputValue<K, T[K]>
        | null
        | undefined
    } & {
      readonly [K in Exclude<WriteOnly, keyof T>]?: unknown
    } & (string extends keyof T ? { readonly [name: string]: unknown } : unknown)
