import { addToFirstTag, coreBlocks, removeFromFirstTag } from '@platen/rendering'
import { membersOf, type SiteBlock } from '../../../kernel/blocks/index.js'
import { writeImage } from '../shown/image-tag.js'
import { type FeaturedMedia, featuredFile, focalPosition, loadFeaturedMedia } from './featured-images.js'

const NAME = 'core/media-text'
const FIGURE = /<figure(?= |>)([^<>]*)>/

const OLD_FILL = 'is-image-fill'
const FILL = 'is-image-fill-element'

/** The position of an image that fills its half. */
function fillPosition(point: unknown): string {
  const { x = 0, y = 0 } = membersOf(point ?? { x: 0.5, y: 0.5 })
  return focalPosition({ x, y }) ?? '50% 50%'
}

/** Adds the class of an image that fills its half, in place of that of older content. */
const withFill = (html: string): string => addToFirstTag(removeFromFirstTag(html, OLD_FILL), [FILL])

/** `core/media-text`: its saved HTML, with the featured image of the post where it shows that. */
export const mediaText: SiteBlock = {
  ...coreBlocks.find(({ name }) => name === NAME),
  name: NAME,
  load: (uses, scope): Promise<FeaturedMedia> => loadFeaturedMedia(uses, scope),
  render({ useFeaturedImage, imageFill, focalPoint, mediaSizeSlug }, content, media, scope) {
    const file = useFeaturedImage === true ? featuredFile(media as FeaturedMedia, scope) : undefined
    const figure = file && FIGURE.exec(content)
    if (file === undefined || !figure) return content
    const size = typeof mediaSizeSlug === 'string' ? mediaSizeSlug : 'full'
    const image = file.shown(size)
    const position = imageFill ? fillPosition(focalPoint) : undefined
    const written = writeImage(image, {
      alt: file.alt,
      src: image.src,
      style: position === undefined ? undefined : `object-position:${position};`,
      class: `wp-image-${file.id} size-${size}`,
    })
    const html = image.srcset === undefined ? `${written.slice(0, -' />'.length)}>` : written
    const end = figure.index + figure[0].length
    const before = content.slice(0, figure.index)
    return `${imageFill ? withFill(before) : before}<figure ${figure[1]}>${html}${content.slice(end)}`
  },
}
