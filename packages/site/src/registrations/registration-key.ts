import type { CompiledSchema, Schema } from '@platen/core'
import type { Dialect } from '../dialect/dialect.js'
import type { SiteConfig } from '../site-config.js'

/** The base of a site: its configuration, its dialect, and the dialect's schema compiler. */
export interface SiteBase {
  readonly config: SiteConfig
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
}

/** Declares a per-site registry or value; `name` is for debugging. */
export const registrationKey = <T>(name: string, create: (site: SiteBase) => T): RegistrationKey<T> =>
  Object.freeze({ name, create })

interface Sealable {
  seal(): void
}

const isSealable = (value: unknown): value is Sealable =>
  typeof value === 'object' && value !== null && 'seal' in value && typeof value.seal === 'function'

/** Creates the container of a site's registries. */
export function createRegisteredValues(base: SiteBase) {
  const values = new Map<RegistrationKey<unknown>, unknown>()
  let sealed = false
  return {
    get<T>(key: RegistrationKey<T>): T {
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
      for (const value of values.values()) if (isSealable(value)) value.seal()
    },
  }
}
