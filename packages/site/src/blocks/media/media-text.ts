import { coreBlocks } from '@platen/rendering'
import { writeImage } from '../../features/media/image-tag.js'
import type { SiteBlock } from '../block-scope.js'
import { type FeaturedMedia, featuredFile, focalPosition, loadFeaturedMedia } from './featured-media.js'

const NAME = 'core/media-text'
const FIGURE = /<figure(?= |>)([^<>]*)>/

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
    const position = imageFill === true ? focalPosition(focalPoint) : undefined
    const html = writeImage(image, {
      alt: file.alt,
      src: image.src,
      style: position === undefined ? undefined : `object-position:${position};`,
      class: `wp-image-${file.id} size-${size}`,
    })
    const end = figure.index + figure[0].length
    return `${content.slice(0, figure.index)}<figure ${figure[1]}>${html}${content.slice(end)}`
  },
}
