import type { GalleryUse } from '@platen/rendering'
import { type GalleryLook, galleryTags } from './gallery-html.js'

/** The maximum length of a size name, which each image repeats. */
const MAX_NAME = 100

type Named = GalleryUse['named']

const ELEMENTS: ReadonlySet<string> = new Set(
  'article aside dd div dl dt figcaption figure h2 h3 h4 h5 h6 li ol p section span ul'.split(' '),
)

const elementOf = (given: string | undefined, usual: string, instead: string): string => {
  if (given === undefined) return usual
  const name = given.toLowerCase()
  return ELEMENTS.has(name) ? name : instead
}

/** The name of the size that a gallery shows its images in. */
export const gallerySize = (named: Named): string => (named['size'] ?? 'thumbnail').slice(0, MAX_NAME)

/** The presentation of a gallery. Unless its elements are those of texts, they are those of a definition list. */
export const galleryLook = ({ named, postId, number }: GalleryUse): GalleryLook => ({
  id: `gallery-${number}`,
  postId: named['id'] === undefined ? postId : Number.parseInt(named['id'], 10) || 0,
  columns: named['columns'] === undefined ? 3 : Number.parseInt(named['columns'], 10) || 0,
  size: gallerySize(named).replace(/[^\w-]/g, ''),
  linkType: named['link'] ?? '',
  tags: {
    item: elementOf(named['itemtag'], galleryTags.item, 'dl'),
    icon: elementOf(named['icontag'], galleryTags.icon, 'dt'),
    caption: elementOf(named['captiontag'], galleryTags.caption, 'dd'),
  },
})
