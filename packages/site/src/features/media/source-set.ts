import { type Dimensions, sameProportions } from '../../media/image-sizes.js'
import { folderOf, nameOf, type StoredFile } from './stored-file.js'

/** Larger images are not offered: no page shows an image that wide. */
const MAX_WIDTH = 2048

/** The attributes that let a browser choose among the sizes of an image. */
export interface SourceSet {
  readonly srcset: string
  readonly sizes: string
}

/**
 * What a browser may choose from when the file `shown` of an image is shown in some dimensions: itself, and all others
 * with the same proportions. `undefined` when there is nothing to choose.
 */
export function sourceSet(
  file: StoredFile,
  shown: string,
  dimensions: Dimensions,
  urlOf: (path: string) => string,
): SourceSet | undefined {
  if (file.width === null || file.height === null || Object.keys(file.sizes).length === 0) return undefined
  const full = { file: nameOf(file.path), width: file.width, height: file.height }
  const folder = folderOf(file.path)
  const isMoving = Object.values(file.sizes).some(size => size.type === 'image/gif')
  const entries = new Map<number, string>()
  const candidates = [...Object.values(file.sizes), full].sort(
    (a, b) => Number(b.file === shown) - Number(a.file === shown),
  )
  for (const candidate of candidates) {
    const isShown = candidate.file === shown
    // The smaller sizes of a moving picture stand still.
    if (candidate === full && !isShown && isMoving) continue
    if (entries.has(candidate.width) || !sameProportions(candidate, dimensions)) continue
    if (candidate.width <= MAX_WIDTH || isShown)
      entries.set(candidate.width, `${urlOf(folder + candidate.file)} ${candidate.width}w`)
  }
  if (entries.size < 2) return undefined
  const { width } = dimensions
  return { srcset: [...entries.values()].join(', '), sizes: `(max-width: ${width}px) 100vw, ${width}px` }
}
