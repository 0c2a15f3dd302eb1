import type { ImageStep } from './image-tools.js'

/** The width and height of an image in pixels. */
export interface Dimensions {
  readonly width: number
  readonly height: number
}

/** A size of derived images: scaled to fit, or cropped to fill. A width or height of 0 is unlimited. */
export interface ImageSize extends Dimensions {
  readonly crop?: boolean | undefined
}

/** The default sizes of derived images. */
export const DEFAULT_IMAGE_SIZES: Readonly<Record<string, ImageSize>> = Object.freeze({
  thumbnail: { width: 150, height: 150, crop: true },
  medium: { width: 300, height: 300 },
  medium_large: { width: 768, height: 0 },
  large: { width: 1024, height: 1024 },
  '1536x1536': { width: 1536, height: 1536 },
  '2048x2048': { width: 2048, height: 2048 },
})

/**
 * Scales dimensions down to fit into a box, preserving proportions. A side that would be one pixel short of the box fills
 * it, so that almost square images become squares.
 */
export function fitInto(original: Dimensions, box: Dimensions): Dimensions {
  const ratio = Math.min(
    box.width > 0 ? box.width / original.width : 1,
    box.height > 0 ? box.height / original.height : 1,
    1,
  )
  const isBounded = ratio < 1 && box.width > 0 && box.height > 0
  const scaled = (length: number, limit: number) => {
    const rounded = Math.max(1, Math.round(length * ratio))
    return isBounded && rounded === limit - 1 ? limit : rounded
  }
  return { width: scaled(original.width, box.width), height: scaled(original.height, box.height) }
}

const nearly = (a: Dimensions, b: Dimensions): boolean =>
  Math.abs(a.width - b.width) <= 1 && Math.abs(a.height - b.height) <= 1

/** Whether two images have the same proportions, allowing for one pixel of rounding. */
export function sameProportions(a: Dimensions, b: Dimensions): boolean {
  const [larger, smaller] = a.width > b.width ? [a, b] : [b, a]
  return nearly(fitInto(larger, { width: smaller.width, height: 0 }), smaller)
}

/** The dimensions of an image derived in a size; `undefined` if the original is not larger. */
export function dimensionsIn(size: ImageSize, original: Dimensions): Dimensions | undefined {
  const within = (limit: number, length: number) => (limit === 0 ? length : Math.min(limit, length))
  const target =
    size.crop === true
      ? { width: within(size.width, original.width), height: within(size.height, original.height) }
      : fitInto(original, size)
  return nearly(target, original) ? undefined : target
}

/** The steps that resize an image to the target dimensions, cropped around the center if the proportions differ. */
export function stepsTo(target: Dimensions, original: Dimensions): readonly ImageStep[] {
  const scale = Math.max(target.width / original.width, target.height / original.height)
  const width = Math.min(original.width, Math.round(target.width / scale))
  const height = Math.min(original.height, Math.round(target.height / scale))
  const resize = { do: 'resize', ...target } as const
  if (nearly({ width, height }, original)) return [resize]
  const area = {
    left: Math.floor((original.width - width) / 2) / original.width,
    top: Math.floor((original.height - height) / 2) / original.height,
    width: width / original.width,
    height: height / original.height,
  }
  return [{ do: 'crop', ...area }, resize]
}
