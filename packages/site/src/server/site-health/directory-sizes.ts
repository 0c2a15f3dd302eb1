import { objectSchema, RestError } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { measuredSizes } from '../../kernel/files/index.js'

/** The time limit of all measurements, in milliseconds. */
const TIMEOUT = 20_000

/** One entry: as text with a unit, the same with the number of bytes, and in bytes. */
interface SizeEntry {
  readonly size: string
  readonly debug: string
  readonly raw: number
}

const sizeSchema = (description: string) => ({
  description,
  type: 'object',
  properties: {
    size: { description: 'The size with its unit.', type: 'string' },
    debug: { description: 'The size with its unit, and in bytes.', type: 'string' },
    raw: { description: 'The size in bytes.', type: 'integer' },
  },
})

/** The schema of the sizes. */
export const directorySizesSchema = (site: SiteContext) => () =>
  objectSchema('directory-sizes', {
    raw: { description: 'The size of everything, in bytes.', type: 'integer' },
    ...Object.fromEntries(
      [...site.dialect.measuredParts, 'total'].map(part => [`${part}_size`, sizeSchema(`The size of: ${part}.`)]),
    ),
  })

const entryOf = (raw: number): SizeEntry => ({
  size: sizeText(raw),
  debug: `${sizeText(raw)} (${raw} bytes)`,
  raw,
})

/** Parts within other parts, which the total does not count twice. */
const WITHIN_OTHERS = new Set(['fonts'])

/** Measures all parts, for a limited time. Rejects with `not_available` if one of them cannot be measured. */
export async function directorySizesOf(site: SiteContext): Promise<Readonly<Record<string, SizeEntry | number>>> {
  const { measuredParts } = site.dialect
  const measures = site.get(measuredSizes)
  const signal = AbortSignal.timeout(TIMEOUT)
  const late = new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)))
  try {
    const all = Promise.all(measuredParts.map(async part => (await measures.get(part)?.(site, signal)) ?? 0))
    const sizes = await Promise.race([all, late])
    const entries = measuredParts.map((part, i) => [`${part}_size`, entryOf(sizes[i] ?? 0)] as const)
    const counted = sizes.filter((_, i) => !WITHIN_OTHERS.has(measuredParts[i] ?? ''))
    const total = counted.reduce((sum, size) => sum + size, 0)
    return { raw: total, ...Object.fromEntries(entries), total_size: entryOf(total) }
  } catch (cause) {
    site.services.logger.warn({ err: cause }, 'the sizes of folders are not available')
    throw new RestError('not_available', 'The sizes of folders cannot be displayed.', 500, { cause })
  }
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']

/** A size with a unit, such as `90.07 MB`. */
function sizeText(bytes: number): string {
  let [size, unit] = [bytes, 0]
  // Sizes that round to 1024 have the next unit.
  for (; size >= 1023.995 && unit < UNITS.length - 1; unit++) size /= 1024
  return `${size.toFixed(2)} ${UNITS[unit]}`
}
