import type { RestError } from '../rest-error.js'

/**
 * Limits a principal to a part of the interface, such as the scopes of an application password. It can only refuse: what it
 * lets pass, the endpoint still has to permit.
 */
export interface PrincipalScope {
  /**
   * Returns the error for a method on a route, which is named by its pattern, if it is beyond the scope. Without a route, the
   * method must be within the scope on all routes.
   */
  refuse(method: string, route?: string): RestError | undefined
}

/**
 * The caller. `id` is 0 for anonymous callers. `can` returns whether the caller has a capability, for specific objects
 * if the capability applies to objects (`can('edit_post', post)`); it is synchronous and never throws.
 */
export interface Principal {
  readonly id: number
  /** Whether the caller has signed in. */
  readonly authenticated: boolean
  /** What the caller is limited to; absent for callers who may use all of their capabilities. */
  readonly scope?: PrincipalScope | undefined
  /** Headers of responses to the caller's requests, such as a fresh nonce. */
  readonly responseHeaders?: Readonly<Record<string, string>> | undefined
  can(capability: string, ...objects: readonly unknown[]): boolean
}

/** The anonymous caller, without any capability. */
export const anonymous: Principal = Object.freeze({ id: 0, authenticated: false, can: () => false })
