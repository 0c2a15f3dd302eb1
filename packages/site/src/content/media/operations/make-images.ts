import { type Dimensions, dimensionsIn, stepsTo } from '../files/image-sizes.js'
import type { ImageFacts, ImageSource, ImageStep, ProcessedImage } from '../files/image-tools.js'
import { type MediaSettings, qualityOf } from '../files/media-settings.js'
import { isResizable } from '../media-details.js'

/** An image derived from an uploaded one. `suffix` is appended to the base name of the upload. */
export interface Derived extends ProcessedImage {
  readonly suffix: string
}

/** All images derived from an uploaded one. */
export interface DerivedImages {
  /** The scaled down or upright image that is displayed instead of the original. */
  readonly shown: Derived | undefined
  /** By the names of the sizes. */
  readonly sizes: ReadonlyMap<string, Derived>
}

/** The images derived from a file that is not an image. */
export const NO_IMAGES: DerivedImages = { shown: undefined, sizes: new Map() }
/**
 * How long the images of one file may take, in milliseconds, together with those of other files that they wait for:
 * clients and proxies seldom wait longer.
 */
const TIME_LIMIT = 60_000
/** The sizes that come first in the stored order, which `srcset` follows. */
const FIRST = ['medium', 'large', 'thumbnail', 'medium_large']

/** Whether the orientation of an image requires rotating or flipping it. */
export const isTurned = (facts: ImageFacts): boolean => facts.notes.orientation > 1 && facts.notes.orientation <= 8

/** The dimensions of an image in upright orientation. */
function uprightDimensions({ width, height, notes }: ImageFacts): Dimensions {
  return notes.orientation >= 5 && notes.orientation <= 8 ? { width: height, height: width } : { width, height }
}

/** The names of sizes in the order of their creation. */
export function sizeNames(sizes: MediaSettings['sizes']): readonly string[] {
  const names = Object.keys(sizes)
  return [...FIRST.filter(name => names.includes(name)), ...names.filter(name => !FIRST.includes(name))]
}

/** An image to derive others from. */
interface OriginalImage {
  readonly source: ImageSource
  /** Its media type. */
  readonly type: string
  readonly facts: ImageFacts
}

/**
 * Creates sizes of an image; skips those that are not smaller than the original or cannot be created, and those that are
 * left when the time is over.
 */
export async function makeSizes(
  media: MediaSettings,
  { source, type, facts }: OriginalImage,
  names: readonly string[],
  began = performance.now(),
): Promise<ReadonlyMap<string, Derived>> {
  const upright = uprightDimensions(facts)
  const first: readonly ImageStep[] = isTurned(facts) ? [{ do: 'upright' }] : []
  const made = new Map<string, Derived>()
  for (const name of names) {
    const size = media.sizes[name]
    const target = size === undefined ? undefined : dimensionsIn(size, upright)
    if (target === undefined) continue
    if (performance.now() - began > TIME_LIMIT) break
    const image = await media.images?.make(source, [...first, ...stepsTo(target, upright)], qualityOf(media, type))
    if (image !== undefined) made.set(name, { ...image, suffix: `-${image.width}x${image.height}` })
  }
  return made
}

/** Creates all derived images of an uploaded one: the displayed image, and the sizes. */
export async function deriveImages(
  media: MediaSettings,
  source: ImageSource,
  type: string,
  facts: ImageFacts | undefined,
): Promise<DerivedImages> {
  if (media.images === undefined || facts === undefined || !isResizable(type)) return NO_IMAGES
  const upright = uprightDimensions(facts)
  const began = performance.now()
  const scaled = dimensionsIn({ width: media.largestImage, height: media.largestImage }, upright)
  const steps: ImageStep[] = isTurned(facts) ? [{ do: 'upright' }] : []
  if (scaled !== undefined) steps.push({ do: 'resize', ...scaled })
  const shown = steps.length === 0 ? undefined : await media.images.make(source, steps, qualityOf(media, type))
  // The image cannot be decoded, so do not try the other sizes.
  if (steps.length > 0 && shown === undefined) return NO_IMAGES
  return {
    shown: shown === undefined ? undefined : { ...shown, suffix: scaled === undefined ? '-rotated' : '-scaled' },
    sizes: await makeSizes(media, { source, type, facts }, sizeNames(media.sizes), began),
  }
}
