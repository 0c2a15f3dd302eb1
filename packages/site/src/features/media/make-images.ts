import { type Dimensions, dimensionsIn, fitInto, stepsTo } from '../../media/image-sizes.js'
import type { ImageFacts, ImageSource, ImageStep, MadeImage } from '../../media/image-tools.js'
import { type MediaSettings, qualityOf } from '../../media/media-settings.js'
import { isResizable } from './media-details.js'

/** An image that was made of an uploaded one; `suffix` is what its name has beside that one's. */
export interface Derived extends MadeImage {
  readonly suffix: string
}

/** All that was made of an uploaded image. */
export interface DerivedImages {
  /** What is shown instead of the original: it is scaled down, or turned upright. */
  readonly shown: Derived | undefined
  /** By the names of the sizes. */
  readonly sizes: ReadonlyMap<string, Derived>
}

const NOTHING: DerivedImages = { shown: undefined, sizes: new Map() }
/** The order of the most used sizes: pages offer them to browsers in this one. */
const FIRST = ['medium', 'large', 'thumbnail', 'medium_large']

/** Whether a camera held as it says makes pictures that have to be turned. */
export const isTurned = (facts: ImageFacts): boolean => facts.notes.orientation > 1 && facts.notes.orientation <= 8

/** The dimensions of an image when it is upright. */
function uprightDimensions({ width, height, notes }: ImageFacts): Dimensions {
  return notes.orientation >= 5 && notes.orientation <= 8 ? { width: height, height: width } : { width, height }
}

/** The names of sizes in the order that they are made in. */
export function sizeNames(sizes: MediaSettings['sizes']): readonly string[] {
  const names = Object.keys(sizes)
  return [...FIRST.filter(name => names.includes(name)), ...names.filter(name => !FIRST.includes(name))]
}

/** Makes some sizes of an image; those that are not smaller than it, or cannot be made, are left out. */
export async function makeSizes(
  media: MediaSettings,
  source: ImageSource,
  type: string,
  facts: ImageFacts,
  names: readonly string[],
): Promise<ReadonlyMap<string, Derived>> {
  const own = uprightDimensions(facts)
  const first: readonly ImageStep[] = isTurned(facts) ? [{ do: 'upright' }] : []
  const made = new Map<string, Derived>()
  for (const name of names) {
    const size = media.sizes[name]
    const wanted = size === undefined ? undefined : dimensionsIn(size, own)
    if (wanted === undefined) continue
    const image = await media.images?.make(source, [...first, ...stepsTo(wanted, own)], qualityOf(media, type))
    if (image !== undefined) made.set(name, { ...image, suffix: `-${image.width}x${image.height}` })
  }
  return made
}

/** Makes all that belongs to an uploaded image: what is shown of it, and its sizes. */
export async function deriveImages(
  media: MediaSettings,
  source: ImageSource,
  type: string,
  facts: ImageFacts | undefined,
): Promise<DerivedImages> {
  if (media.images === undefined || facts === undefined || !isResizable(type)) return NOTHING
  const own = uprightDimensions(facts)
  const isLarge = Math.max(own.width, own.height) > media.largestImage
  const steps: ImageStep[] = isTurned(facts) ? [{ do: 'upright' }] : []
  if (isLarge) steps.push({ do: 'resize', ...fitInto(own, { width: media.largestImage, height: media.largestImage }) })
  const shown = steps.length === 0 ? undefined : await media.images.make(source, steps, qualityOf(media, type))
  // What cannot be decoded once will not be the next time either.
  if (steps.length > 0 && shown === undefined) return NOTHING
  return {
    shown: shown === undefined ? undefined : { ...shown, suffix: isLarge ? '-scaled' : '-rotated' },
    sizes: await makeSizes(media, source, type, facts, sizeNames(media.sizes)),
  }
}
