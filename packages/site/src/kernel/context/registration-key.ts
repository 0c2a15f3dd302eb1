import type { SchemaCompiler } from '@platen/core'
import type { RegistrationKey, SiteContext } from './site-context.js'

/**
 * Declares a per-site registry or value; `name` is for debugging. With `isLasting`, the site keeps it when its plugins
 * change.
 */
export const registrationKey = <T>(
  name: string,
  create: (site: SiteContext) => T,
  { isLasting = false }: { readonly isLasting?: boolean } = {},
): RegistrationKey<T> => Object.freeze({ name, create, isLasting })

interface Sealable {
  seal(): void
}

const isSealable = (value: unknown): value is Sealable =>
  typeof value === 'object' && value !== null && 'seal' in value && typeof value.seal === 'function'

type Values = Map<RegistrationKey<unknown>, unknown>

/** What a site keeps when its plugins change. */
export interface Lasting {
  readonly values: Values
  readonly compile: SchemaCompiler
}

/** Creates the container of a site's registries. */
export function createRegisteredValues(site: () => SiteContext, lasting: Values) {
  const own: Values = new Map()
  let sealed = false
  return {
    get<T>(key: RegistrationKey<T>): T {
      const values = key.isLasting ? lasting : own
      // The value under a key was created by that key.
      const existing = values.get(key) as T | undefined
      if (existing !== undefined) return existing
      const created = key.create(site())
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
