import type { GalleryUse } from '@platen/rendering'
import { fold } from '@platen/storage'
import type { PostRecord } from '../../kernel/records/index.js'

/** The maximum number of attachments in a gallery or playlist. */
const MAX_ATTACHMENTS = 500

type Named = GalleryUse['named']

/** Which attachments a gallery or playlist shows. */
export interface AttachmentChoice {
  /** The attachments that it names; `undefined` if it shows those of a post. */
  readonly ids: readonly number[] | undefined
  /** The post whose attachments it shows. */
  readonly parent: number
  readonly excluded: ReadonlySet<number>
}

const idsIn = (text: string): readonly number[] =>
  text
    .split(',', MAX_ATTACHMENTS)
    .map(part => Number.parseInt(part, 10))
    .filter(id => Number.isSafeInteger(id) && id > 0)

/** Which attachments a gallery or playlist in the text of a post shows. */
export function attachmentChoice(named: Named, postId: number): AttachmentChoice {
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
 * The attachments of a gallery or playlist in the order that it specifies; by default in the order of its ids, or else by their menu
 * order.
 */
export function inListedOrder<T extends { readonly post: PostRecord }>(
  shown: readonly T[],
  named: Named,
): readonly T[] {
  const by = named['orderby']?.toLowerCase() ?? (named['ids'] ? 'post__in' : '')
  if (by === 'post__in') return shown
  const compare = ORDERS.get(by) ?? byPlace
  const sign = named['order']?.toLowerCase() === 'desc' ? -1 : 1
  return [...shown].sort((a, b) => sign * compare(a.post, b.post))
}
