/**
 * Who calls. `id` is 0 for an anonymous caller. `can` answers whether the caller holds a capability, for the objects
 * given when the capability is about objects (`can('edit_post', post)`); it never throws and never waits.
 */
export interface Principal {
  readonly id: number
  /** Whether this is somebody who has signed in. */
  readonly authenticated: boolean
  can(capability: string, ...objects: readonly unknown[]): boolean
}

/** Nobody in particular: holds no capability. */
export const anonymous: Principal = Object.freeze({ id: 0, authenticated: false, can: () => false })
