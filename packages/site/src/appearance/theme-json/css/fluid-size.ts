import { isMap } from '../../../kernel/text/index.js'
import type { JsonObject } from '../theme-json.js'
import { PIXELS } from '../viewports.js'

const length = /^(-?\d{1,6}|-?\d{0,6}\.\d{1,6})(px|em|rem)$/

/** How a font size follows the width of the window, in pixels. */
interface FluidRules {
  readonly narrowest: number
  readonly widest: number
  readonly smallest: number
}

/**
 * The default bounds: the widths between which sizes grow, and the minimum font size below which text does not shrink.
 */
const DEFAULTS: FluidRules = { narrowest: 320, widest: 1600, smallest: 14 }
/** The factor for a font size without its own minimum in the narrowest window. */
const SHRUNK = 0.75

/** A length in pixels; `undefined` for anything else. */
function pixels(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.length > 40) return undefined
  const [, size, unit] = length.exec(value.trim()) ?? []
  return size === undefined || unit === undefined ? undefined : Number(size) * (PIXELS[unit] ?? 1)
}

function rulesOf(fluid: unknown): FluidRules | undefined {
  if (fluid !== true && !isMap(fluid)) return undefined
  const given: JsonObject = fluid === true ? {} : fluid
  const rules = {
    narrowest: pixels(given['minViewportWidth']) ?? DEFAULTS.narrowest,
    widest: pixels(given['maxViewportWidth']) ?? DEFAULTS.widest,
    smallest: pixels(given['minFontSize']) ?? DEFAULTS.smallest,
  }
  return rules.widest > rules.narrowest ? rules : undefined
}

const rem = (size: number): string => `${round(size / 16)}rem`
const round = (value: number): number => Math.round(value * 1000) / 1000

/**
 * The size of a font size preset. It grows with the window if `fluid` of the typography settings or of the preset
 * enables it: from its minimum in the narrowest window to its maximum in the widest. Other sizes do not change.
 */
export function fluidSize(preset: JsonObject, fluid: unknown): unknown {
  const { size, fluid: own } = preset
  const rules = rulesOf(fluid) ?? (isMap(own) ? DEFAULTS : undefined)
  const fixed = pixels(size)
  if (rules === undefined || own === false) return size
  const bounds = isMap(own) ? own : {}
  const most = pixels(bounds['max']) ?? fixed
  const least = pixels(bounds['min']) ?? (fixed === undefined ? undefined : Math.max(fixed * SHRUNK, rules.smallest))
  if (most === undefined || least === undefined || !(most > least)) return size
  const slope = (most - least) / (rules.widest - rules.narrowest)
  return `clamp(${rem(least)}, ${rem(least - slope * rules.narrowest)} + ${round(slope * 100)}vw, ${rem(most)})`
}
