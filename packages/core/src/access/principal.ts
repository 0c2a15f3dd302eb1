/**
 * The caller. `id` is 0 for anonymous callers. `can` returns whether the caller has a capability, for specific objects
 * if the capability applies to objects (`can('edit_post', post)`); it is synchronous and never throws.
 */
export interface Principal {
  readonly id: number
  /** Whether the caller has signed in. */
  readonly authenticated: boolean
  /** Headers of responses to the caller's requests, such as a fresh nonce. */
  readonly responseHeaders?: Readonly<Record<string, string>> | undefined
  can(capability: string, ...objects: readonly unknown[]): boolean
}

/** The anonymous caller, without any capability. */
export const anonymous: Principal = Object.freeze({ id: 0, authenticated: false, can: () => false })
