import type { Dimensions } from '../media/index.js'

/** The width of an embed if the consumer does not limit it. */
export const DEFAULT_EMBED_WIDTH = 600
const MIN_WIDTH = 200
const MIN_HEIGHT = 200

/** The positive integer at the start of a parameter; 0 if there is none. */
export function countOf(value: unknown): number {
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number.parseInt(value, 10) : 0
  return Number.isFinite(number) ? Math.trunc(Math.abs(number)) : 0
}

/** The dimensions of an embed of the site's posts for the largest width that a consumer has: 16:9, within limits. */
export function embedSize(maxWidth: unknown): Dimensions {
  const width = Math.min(Math.max(countOf(maxWidth), MIN_WIDTH), DEFAULT_EMBED_WIDTH)
  return { width, height: Math.max(Math.ceil((width * 9) / 16), MIN_HEIGHT) }
}
