import { coreBlocks, escapeAttribute, escapeUrl } from '@platen/rendering'
import type { SiteBlock } from '../../../kernel/blocks/index.js'
import { writeImage } from '../shown/image-tag.js'
import type { FeaturedFile } from './featured-images.js'
import { type FeaturedMedia, featuredFile, focalPosition, loadFeaturedMedia } from './featured-images.js'

const NAME = 'core/cover'
const CLASS = 'wp-block-cover__image-background'
const INNER = '<div class="wp-block-cover__inner-container'

interface Look {
  readonly size: string
  readonly position: string | undefined
  readonly hasParallax: boolean
  readonly isRepeated: boolean
}

/** The image behind a cover: an element with a background where the image does not scroll or is repeated. */
function imageHtml({ id, alt, shown }: FeaturedFile, { size, position, hasParallax, isRepeated }: Look): string {
  const image = shown(size)
  if (!hasParallax && !isRepeated) {
    return writeImage(image, {
      src: image.src,
      class: `${CLASS} wp-post-image`,
      alt,
      'data-object-fit': 'cover',
      'data-object-position': position,
      style: position === undefined ? undefined : `object-position:${position};`,
    })
  }
  const label = alt === '' ? '' : ` aria-label="${escapeAttribute(alt)}"`
  const classes = [
    CLASS,
    `wp-image-${id}`,
    ...(hasParallax ? ['has-parallax'] : []),
    ...(isRepeated ? ['is-repeated'] : []),
  ]
  const style = `background-position:${position ?? '50% 50%'};background-image:url(${escapeUrl(image.src)});`
  return `<div${label} class="${classes.join(' ')}" role="img" style="${style}"></div>`
}

/** `core/cover`: its saved HTML, with the featured image of the post where it shows that. */
export const cover: SiteBlock = {
  ...coreBlocks.find(({ name }) => name === NAME),
  name: NAME,
  usesContext: ['postId', 'postType'],
  load: (uses, scope): Promise<FeaturedMedia> => loadFeaturedMedia(uses, scope),
  render({ useFeaturedImage, hasParallax, isRepeated, focalPoint, sizeSlug }, content, media, scope) {
    const file = useFeaturedImage === true ? featuredFile(media as FeaturedMedia, scope) : undefined
    const at = content.indexOf(INNER)
    if (file === undefined || at === -1) return content
    const look = {
      size: typeof sizeSlug === 'string' ? sizeSlug : 'full',
      position: focalPosition(focalPoint),
      hasParallax: hasParallax === true,
      isRepeated: isRepeated === true,
    }
    return content.slice(0, at) + imageHtml(file, look) + content.slice(at)
  },
}
