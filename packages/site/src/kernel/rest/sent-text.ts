import { unlessEmptyZero } from '../../server/dialects/index.js'
import type { SiteContext } from '../context/index.js'

/**
 * The text that a client sends for an argument whose schema is not enforced; `undefined` if the value holds none. Where
 * `0` counts as empty, numbers and flags are texts too, and `false` is an empty one.
 */
export function sentText({ dialect }: Pick<SiteContext, 'dialect'>, value: unknown): string | undefined {
  if (typeof value === 'string') return unlessEmptyZero(dialect, value)
  if (value === null) return dialect.emptyForNull ? '' : undefined
  if (!dialect.zeroIsEmpty) return undefined
  if (typeof value === 'boolean') return value ? '1' : ''
  return typeof value === 'number' ? unlessEmptyZero(dialect, String(value)) : undefined
}
