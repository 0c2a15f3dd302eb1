import { isMap } from '../../kernel/text/index.js'
import type { DraftObject } from './json-map.js'
import type { JsonObject } from './theme-json.js'

/** The maximum window widths of phones and of tablets. */
export interface Viewports {
  readonly mobile?: string | undefined
  readonly tablet?: string | undefined
}

const DEFAULT_VIEWPORTS = Object.freeze({ mobile: '480px', tablet: '782px' })

/** The pixels of one unit of a size. */
export const PIXELS: Readonly<Record<string, number>> = { px: 1, em: 16, rem: 16 }
const width = /^(\d{1,6}|\d{0,6}\.\d{1,6})(px|em|rem)$/

const widthOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length < 40 && width.test(value.trim()) ? value.trim() : undefined

const pixelsOf = (value: string): number => {
  const [, size, unit = 'px'] = width.exec(value) ?? []
  return Number(size) * (PIXELS[unit] ?? 1)
}

/** The valid widths of a setting; the default ones if it has none. */
export function viewportsOf(value: unknown): Viewports {
  const viewport: JsonObject = isMap(value) ? value : {}
  const mobile = widthOf(viewport['mobile'])
  const tablet = widthOf(viewport['tablet'])
  const widths: DraftObject = {}
  if (mobile !== undefined) widths['mobile'] = mobile
  if (tablet !== undefined && (mobile === undefined || pixelsOf(tablet) > pixelsOf(mobile))) widths['tablet'] = tablet
  return Object.keys(widths).length === 0 ? DEFAULT_VIEWPORTS : widths
}
