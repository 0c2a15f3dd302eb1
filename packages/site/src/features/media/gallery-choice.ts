import { fold, type GalleryUse } from '@platen/rendering'
import type { PostRecord } from '../posts/post-collection.js'
import { type GalleryLook, galleryTags } from './gallery-html.js'

/** The maximum number of images in a gallery. */
const MAX_IMAGES = 500

/** The maximum length of a size name, which each image repeats. */
const MAX_NAME = 100

type Named = GalleryUse['named']

/** Which images a gallery shows. */
export interface GalleryChoice {
  /** The attachments that it names; `undefined` if it shows those of a post. */
  readonly ids: readonly number[] | undefined
  /** The post whose images it shows. */
  readonly parent: number
  readonly excluded: ReadonlySet<number>
}

const idsIn = (text: string): readonly number[] =>
  text
    .split(',', MAX_IMAGES)
    .map(part => Number.parseInt(part, 10))
    .filter(id => Number.isSafeInteger(id) && id > 0)

/** Which images a gallery in the text of a post shows. */
export function galleryChoice(named: Named, postId: number): GalleryChoice {
  const names = named['ids'] || named['include'] || ''
  const parent = named['id'] === undefined ? postId : Number.parseInt(named['id'], 10)
  return {
    ids: names === '' ? undefined : idsIn(names),
    parent: Number.isSafeInteger(parent) && parent > 0 ? parent : 0,
    excluded: new Set(idsIn(named['exclude'] ?? '')),
  }
}

const byId = (a: PostRecord, b: PostRecord): number => a.id - b.id
const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byTitle = (a: PostRecord, b: PostRecord): number => compareTexts(fold(a.title), fold(b.title)) || byId(a, b)
const byDate = (a: PostRecord, b: PostRecord): number => compareTexts(a.date, b.date) || byId(a, b)
const byPlace = (a: PostRecord, b: PostRecord): number => a.menuOrder - b.menuOrder || byId(a, b)

const ORDERS: ReadonlyMap<string, (a: PostRecord, b: PostRecord) => number> = new Map([
  ['id', byId],
  ['title', byTitle],
  ['post_title', byTitle],
  ['date', byDate],
  ['post_date', byDate],
])

/**
 * The images of a gallery in the order that it specifies; by default in the order of its ids, or else by their menu
 * order.
 */
export function inGalleryOrder<T extends { readonly post: PostRecord }>(
  shown: readonly T[],
  named: Named,
): readonly T[] {
  const by = named['orderby']?.toLowerCase() ?? (named['ids'] ? 'post__in' : '')
  if (by === 'post__in') return shown
  const compare = ORDERS.get(by) ?? byPlace
  const sign = named['order']?.toLowerCase() === 'desc' ? -1 : 1
  return [...shown].sort((a, b) => sign * compare(a.post, b.post))
}

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
