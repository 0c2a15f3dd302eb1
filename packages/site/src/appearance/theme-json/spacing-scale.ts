import { isMap } from '../../kernel/text/index.js'
import { valueAt, withValueAt } from './json-map.js'
import type { Origin } from './presets.js'
import type { JsonObject } from './theme-json.js'

/** The maximum number of steps of a scale. */
const MAX_STEPS = 100
/** The slug of the middle step, and the difference between neighbouring slugs. */
const MIDDLE_SLUG = 50
const SLUG_STEP = 10
/** The smallest slug of a scale: no smaller steps are generated. */
const FIRST_SLUG = 10

const SCALE = ['spacing', 'spacingScale'] as const
const SIZES = ['spacing', 'spacingSizes'] as const

/** The size after, or before, the given one. */
type Step = (size: number, count: number) => number

function stepsOf(operator: unknown, increment: number): { readonly up: Step; readonly down: Step } | undefined {
  if (operator === '*') return { up: (size, n) => size * increment ** n, down: (size, n) => size / increment ** n }
  if (operator === '+') return { up: (size, n) => size + increment * n, down: (size, n) => size - increment * n }
  return undefined
}

const rounded = (size: number): number => Math.round(size * 100) / 100

const nameOf = (count: number, what: 'Small' | 'Large'): string => {
  if (count === 1) return what
  return count === 2 ? `X-${what}` : `${count - 1}X-${what}`
}

/** The sizes that a scale generates; none if it is invalid. */
function sizesOfScale(scale: unknown): readonly JsonObject[] {
  if (!isMap(scale)) return []
  const { operator, increment, steps, mediumStep, unit } = scale
  const change = stepsOf(operator, Number(increment))
  const [middle, total] = [Number(mediumStep), Math.min(Math.floor(Number(steps)), MAX_STEPS)]
  if (change === undefined || !(total >= 1) || !(middle > 0) || !(Number(increment) > 0)) return []
  if (typeof unit !== 'string' || !/^[a-z%]{1,8}$/i.test(unit)) return []
  const sizeAt = (size: number, slug: number, name: string) => ({
    name,
    slug: String(slug),
    size: `${rounded(size)}${unit}`,
  })

  const planned = Math.ceil(total / 2) - 1
  const below: JsonObject[] = []
  let spare = 0
  for (let n = 1; n <= planned; n++) {
    const [size, slug] = [change.down(middle, n), MIDDLE_SLUG - SLUG_STEP * n]
    if (slug < FIRST_SLUG) break
    if (rounded(size) > 0) below.unshift(sizeAt(size, slug, nameOf(n, 'Small')))
    else spare++
  }
  const above: JsonObject[] = []
  // Sizes that would not be positive are generated above the middle instead.
  for (let n = 1; n < total - planned + spare; n++)
    above.push(sizeAt(change.up(middle, n), MIDDLE_SLUG + SLUG_STEP * n, nameOf(n, 'Large')))
  return [...below, sizeAt(middle, MIDDLE_SLUG, 'Medium'), ...above]
}

const slugOf = (preset: unknown): string => String(isMap(preset) ? (preset['slug'] ?? '') : '')
const orderOf = (preset: unknown): number => Number.parseInt(slugOf(preset), 10) || 0

/**
 * Settings with the sizes that the scale of an origin generates, in the order of their slugs; listed ones take
 * precedence.
 */
export function withSpacingScale(settings: JsonObject, origin: Origin): JsonObject {
  const options = valueAt(settings, SCALE)
  if (options === undefined || options === null) return settings
  const isOfOrigins = isMap(options) && ['default', 'theme', 'custom'].some(each => Object.hasOwn(options, each))
  const scales = isOfOrigins ? options : { [origin]: options }
  const scale = scales[origin]
  const result = withValueAt(settings, SCALE, scales)
  if (scale === undefined) return result
  const listed = valueAt(settings, [...SIZES, origin])
  const sizes = Array.isArray(listed) ? listed : []
  const slugs = new Set(sizes.map(slugOf))
  const merged = [...sizes, ...sizesOfScale(scale).filter(size => !slugs.has(slugOf(size)))]
  return withValueAt(
    result,
    [...SIZES, origin],
    merged.sort((a, b) => orderOf(a) - orderOf(b)),
  )
}
