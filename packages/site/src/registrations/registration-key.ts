import type { CompiledSchema, Schema } from '@platen/core'
import type { Dialect } from '../dialect/dialect.js'
import type { SiteConfig } from '../site-config.js'

/** What a site is built on: its configuration, its dialect, and the compiler of the dialect's schemas. */
export interface SiteBase {
  readonly config: SiteConfig
  readonly dialect: Dialect
  compile(schema: Schema): CompiledSchema
}

/**
 * Identifies a registry or value that a feature keeps per site: `site.get(key)` returns it, created on first use.
 * A value with a `seal` method is sealed when the site becomes ready. Made by `registrationKey`.
 */
export interface RegistrationKey<T> {
  readonly name: string
  readonly create: (site: SiteBase) => T
}

/** Declares what a feature keeps per site; `name` is for people. */
export const registrationKey = <T>(name: string, create: (site: SiteBase) => T): RegistrationKey<T> =>
  Object.freeze({ name, create })

interface Sealable {
  seal(): void
}

const isSealable = (value: unknown): value is Sealable =>
  typeof value === 'object' && value !== null && 'seal' in value && typeof value.seal === 'function'

/** The values of the registration keys of one site. */
export interface RegisteredValues {
  get<T>(key: RegistrationKey<T>): T
  /** Seals every existing value, and those created later. */
  seal(): void
}

/** Creates the place that holds a site's registries. */
export function createRegisteredValues(base: SiteBase): RegisteredValues {
  const values = new Map<RegistrationKey<unknown>, unknown>()
  let sealed = false
  return {
    get<T>(key: RegistrationKey<T>): T {
      // A key maps to what that very key created.
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
