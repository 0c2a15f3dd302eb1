import { type Dimensions, sameProportions } from '../files/image-sizes.js'
import { folderOf, nameOf, type StoredFile } from '../stored-file.js'

/** Wider images are not offered, because no page shows them. */
const MAX_WIDTH = 2048

/**
 * The files with the aspect ratio of `shown`, which has these `dimensions`; `undefined` if there are fewer than two.
 */
export function sourceSet(file: StoredFile, shown: string, dimensions: Dimensions, urlOf: (path: string) => string) {
  if (file.width === null || file.height === null || Object.keys(file.sizes).length === 0) return undefined
  const full = { file: nameOf(file.path), width: file.width, height: file.height }
  const folder = folderOf(file.path)
  const isAnimated = Object.values(file.sizes).some(size => size.type === 'image/gif')
  const entries = new Map<number, string>()
  const candidates = [...Object.values(file.sizes), full].sort(
    (a, b) => Number(b.file === shown) - Number(a.file === shown),
  )
  for (const candidate of candidates) {
    const isShown = candidate.file === shown
    // The smaller sizes of an animated GIF are still images.
    if (candidate === full && !isShown && isAnimated) continue
    if (entries.has(candidate.width) || !sameProportions(candidate, dimensions)) continue
    if (candidate.width <= MAX_WIDTH || isShown)
      entries.set(candidate.width, `${urlOf(folder + candidate.file)} ${candidate.width}w`)
  }
  if (entries.size < 2) return undefined
  const { width } = dimensions
  return { srcset: [...entries.values()].join(', '), sizes: `(max-width: ${width}px) 100vw, ${width}px` }
}
