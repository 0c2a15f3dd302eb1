import type { CompiledSchema, Schema } from '@platen/core'
import type { Dialect } from '../../server/dialects/index.js'
import type { KernelConfig } from './kernel-config.js'

/** The base of a site: its configuration, its dialect, and the dialect's schema compiler. */
export interface SiteBase {
  readonly config: KernelConfig
  readonly dialect: Dialect
  compile(schema: Schema): CompiledSchema
}

/**
 * Identifies a per-site registry or value of a feature. `site.get(key)` returns it and creates it on first use. A value
 * with a `seal` method is sealed when the site becomes ready. Created by `registrationKey`.
 */
export interface RegistrationKey<T> {
  readonly name: string
  readonly create: (site: SiteBase) => T
  /** Whether the site keeps the value when its plugins change, which replaces all others. */
  readonly isLasting: boolean
}

/**
 * Declares a per-site registry or value; `name` is for debugging. With `isLasting`, the site keeps it when its plugins
 * change.
 */
export const registrationKey = <T>(
  name: string,
  create: (site: SiteBase) => T,
  { isLasting = false }: { readonly isLasting?: boolean } = {},
): RegistrationKey<T> => Object.freeze({ name, create, isLasting })

interface Sealable {
  seal(): void
}

const isSealable = (value: unknown): value is Sealable =>
  typeof value === 'object' && value !== null && 'seal' in value && typeof value.seal === 'function'

/** The values that a site keeps when its plugins change. */
export type LastingValues = Map<RegistrationKey<unknown>, unknown>

/** Creates the container of a site's registries. */
export function createRegisteredValues(base: SiteBase, lasting: LastingValues) {
  const own: LastingValues = new Map()
  let sealed = false
  return {
    get<T>(key: RegistrationKey<T>): T {
      const values = key.isLasting ? lasting : own
      // The value under a key was created by that key.
      const existing = values.get(key) as T | undefined
      if (existing !== undefined) return existing
      const created = key.create(base)
      values.set(key, created)
      if (sealed && isSealable(created)) created.seal()
      return created
    },
    seal() {
      sealed = true
      for (const value of own.values()) if (isSealable(value)) value.seal()
    },
  }
}
