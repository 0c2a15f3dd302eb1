import { escapeAttribute } from '@platen/rendering'
import { type Dimensions, fitInto, sameProportions } from '../files/image-sizes.js'
import { folderOf, nameOf, type StoredFile } from '../stored-file.js'

export interface ImageTagOptions {
  /** The name of a size, such as `medium`; the full file is shown if the image does not have it. */
  readonly size: string
  /** The box of that size, for images that do not have it. */
  readonly box?: Dimensions | undefined
  readonly className: string
  readonly alt: string
  readonly style?: string | undefined
  readonly urlOf: (path: string) => string
}

/** The file that shows an image in a size, and its displayed dimensions. */
function shownAs(file: StoredFile, name: string, box: Dimensions | undefined) {
  const size = Object.hasOwn(file.sizes, name) ? file.sizes[name] : undefined
  if (size !== undefined) return { path: folderOf(file.path) + size.file, width: size.width, height: size.height }
  if (file.width === null || file.height === null) return { path: file.path }
  return { path: file.path, ...fitInto({ width: file.width, height: file.height }, box ?? { width: 0, height: 0 }) }
}

/** The attributes of an image tag that describe its file. */
interface ShownImage {
  readonly width: number | undefined
  readonly height: number | undefined
  readonly src: string
  readonly srcset: string | undefined
  readonly sizes: string | undefined
}

/** The attributes of a library image in a size, with a `srcset` of the other sizes. */
export function shownImage(
  file: StoredFile,
  { size, box, urlOf }: Pick<ImageTagOptions, 'size' | 'box' | 'urlOf'>,
): ShownImage {
  const { path, width, height } = shownAs(file, size, box)
  const set =
    width === undefined || height === undefined ? undefined : sourceSet(file, nameOf(path), { width, height }, urlOf)
  return {
    width,
    height,
    src: urlOf(path),
    srcset: set?.srcset,
    sizes: set === undefined ? undefined : `auto, ${set.sizes}`,
  }
}

/** Writes an image tag with the attributes of its file around its own. */
export function writeImage(
  { width, height, srcset, sizes }: ShownImage,
  extra: Readonly<Record<string, string | undefined>>,
): string {
  const attributes = { loading: 'lazy', decoding: 'async', width, height, ...extra, srcset, sizes }
  const written = Object.entries(attributes).filter(([, value]) => value !== undefined)
  return `<img ${written.map(([name, value]) => `${name}="${escapeAttribute(String(value))}"`).join(' ')} />`
}

/** The `img` tag of a library image in a size, with a `srcset` of the other sizes. */
export function imageTag(file: StoredFile, { className, alt, style, ...shown }: ImageTagOptions): string {
  const image = shownImage(file, shown)
  return writeImage(image, { src: image.src, class: className, alt, style })
}

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
