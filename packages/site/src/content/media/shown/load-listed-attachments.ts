import type { GalleryUse } from '@platen/rendering'
import { type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { attachmentChoice, inListedOrder } from '../attachment-choice.js'
import { type AttachmentReader, type ShownAttachment, showAttachments } from './shown-attachments.js'

/**
 * The maximum number of attachments that the lists in a page of posts can name, and the maximum number of posts' own
 * attachments that they show.
 */
const MAX_SHOWN = 2000
/** The maximum number of posts whose attachments they show. */
const MAX_PARENTS = 100

type Named = GalleryUse['named']

/** The texts of a page of posts, and those that they include, which can belong to any post. */
export interface ListingTexts {
  readonly posts: readonly Pick<PostRecord, 'id' | 'content'>[]
  readonly included: readonly { readonly content: string }[]
}

/** The shortcodes that list attachments: those of a text, and the types of the files that they list. */
export interface ListKind {
  find(text: string): readonly Named[]
  /** The beginnings of MIME types. */
  readonly types: readonly string[]
}

/** The data to load: named attachments, and posts whose attachments are shown. */
interface Wanted {
  readonly ids: Set<number>
  readonly parents: Set<number>
}

/** The attachments that a use of a shortcode lists, in its order. */
export type ListedAttachments = (use: { readonly named: Named; readonly postId: number }) => readonly ShownAttachment[]

function findWanted({ posts, included }: ListingTexts, { find }: ListKind): Wanted {
  const listed: Wanted = { ids: new Set(), parents: new Set() }
  const add = (content: string, postId: number) => {
    for (const named of find(content)) {
      const { ids, parent } = attachmentChoice(named, postId)
      for (const id of ids ?? []) if (listed.ids.size < MAX_SHOWN) listed.ids.add(id)
      if (ids === undefined && parent !== 0 && listed.parents.size < MAX_PARENTS) listed.parents.add(parent)
    }
  }
  for (const { id, content } of posts) add(content, id)
  for (const { content } of included) add(content, 0)
  return listed
}

async function findAttachments(
  { site }: AttachmentReader,
  { ids, parents }: Wanted,
  { types }: ListKind,
): Promise<readonly PostRecord[]> {
  const { and, eq, in: isIn } = wherePosts
  const find = async (condition: ReturnType<typeof eq>): Promise<readonly PostRecord[]> => {
    const records = await findShown(postsIn(site.store), {
      where: and(eq('type', 'attachment'), eq('status', 'inherit'), condition),
      order: [{ by: 'field', field: 'id', direction: 'asc' }],
      limit: MAX_SHOWN,
    })
    return records.filter(post => types.some(type => post.mimeType.startsWith(type)))
  }
  const named = ids.size === 0 ? [] : await find(isIn('id', [...ids]))
  const attached = parents.size === 0 ? [] : await find(isIn('parent', [...parents]))
  return [...new Map([...named, ...attached].map(post => [post.id, post])).values()]
}

function byParent(shown: ReadonlyMap<number, ShownAttachment>): ReadonlyMap<number, readonly ShownAttachment[]> {
  const attachments = new Map<number, ShownAttachment[]>()
  for (const attachment of shown.values()) {
    const { parent } = attachment.post
    const siblings = attachments.get(parent)
    if (siblings === undefined) attachments.set(parent, [attachment])
    else siblings.push(attachment)
  }
  return attachments
}

/**
 * Loads the attachments that shortcodes in posts' texts list, with a fixed number of queries; `undefined` if there are
 * no such shortcodes.
 */
export async function loadListedAttachments(
  reader: AttachmentReader,
  texts: ListingTexts,
  kind: ListKind,
): Promise<{ readonly all: readonly ShownAttachment[]; readonly listed: ListedAttachments } | undefined> {
  const requested = findWanted(texts, kind)
  if (requested.ids.size + requested.parents.size === 0) return undefined
  const shown = await showAttachments(await findAttachments(reader, requested, kind), reader)
  const attached = byParent(shown)
  const chosen: ListedAttachments = ({ named, postId }) => {
    const { ids, parent, excluded } = attachmentChoice(named, postId)
    if (ids !== undefined) return [...new Set(ids)].flatMap(id => shown.get(id) ?? [])
    return parent === 0 ? [] : (attached.get(parent) ?? []).filter(({ post }) => !excluded.has(post.id))
  }
  return { all: [...shown.values()], listed: use => inListedOrder(chosen(use), use.named) }
}
