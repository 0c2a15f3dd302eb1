import type { ArgValidator } from '@platen/core'
import { BareRefusal } from '@platen/core'
import type { SiteContext } from '../context/index.js'
import { isMap } from '../text/index.js'

type InDialect = { readonly dialect: Pick<SiteContext['dialect'], 'metaAsParameters'> }

/** Clients write an empty object as an empty string in one dialect, and as a list in the other. */
export const isWithoutMeta = (input: unknown, dialect: InDialect['dialect']): boolean =>
  input === null || (dialect.metaAsParameters ? input === '' : Array.isArray(input))

/** The refusal of `meta` that is not an object. */
export const notAMap = (): BareRefusal => new BareRefusal('meta does not belong to the type object.')

/** The check of the argument `meta` of a resource that has it: its values are refused one by one when they are written. */
export function metaChecks(
  { dialect }: InDialect,
  { skipValidation }: { readonly skipValidation: readonly string[] },
): Readonly<Record<string, ArgValidator>> {
  if (!skipValidation.includes('meta')) return {}
  return { meta: value => (isMap(value) || isWithoutMeta(value, dialect) ? undefined : notAMap()) }
}
