import { filterHtml, findGalleries, type GalleryLookup, type GalleryUse, renderTitle } from '@platen/rendering'
import { createLazyHtmlBudget } from '../../blocks/html-budget.js'
import { mediaSettings } from '../../media/media-settings.js'
import { where } from '../built-in-collections.js'
import type { PostRecord } from '../posts/post-collection.js'
import { galleryChoice, galleryLook, gallerySize, inGalleryOrder } from './gallery-choice.js'
import { type GalleryItem, galleryHtml } from './gallery-html.js'
import { shownImage, writeImage } from './image-tag.js'
import { type AttachmentReader, type ShownAttachment, showAttachments } from './shown-attachments.js'

/**
 * The maximum number of attachments that the galleries of a page of posts can name, and the maximum number of posts'
 * own attachments that they show.
 */
const MAX_SHOWN = 2000
/** The maximum number of posts whose attachments they show. */
const MAX_PARENTS = 100

/** The data to load for galleries in the texts of posts: named images, and posts whose attachments they show. */
interface Wanted {
  readonly ids: Set<number>
  readonly parents: Set<number>
}

function findWanted(
  posts: readonly Pick<PostRecord, 'id' | 'content'>[],
  included: readonly { content: string }[],
): Wanted {
  const wanted: Wanted = { ids: new Set(), parents: new Set() }
  const add = (content: string, postId: number) => {
    for (const named of findGalleries(content)) {
      const { ids, parent } = galleryChoice(named, postId)
      for (const id of ids ?? []) if (wanted.ids.size < MAX_SHOWN) wanted.ids.add(id)
      if (ids === undefined && parent !== 0 && wanted.parents.size < MAX_PARENTS) wanted.parents.add(parent)
    }
  }
  for (const { id, content } of posts) add(content, id)
  for (const { content } of included) add(content, 0)
  return wanted
}

async function findImages({ site }: AttachmentReader, { ids, parents }: Wanted): Promise<readonly PostRecord[]> {
  const { and, eq, in: isIn } = where.posts
  const find = async (condition: ReturnType<typeof eq>): Promise<readonly PostRecord[]> => {
    const { records } = await site.store.posts.find({
      where: and(eq('type', 'attachment'), eq('status', 'inherit'), condition),
      order: [{ by: 'field', field: 'id', direction: 'asc' }],
      limit: MAX_SHOWN,
    })
    return records.filter(post => post.mimeType.startsWith('image/'))
  }
  const named = ids.size === 0 ? [] : await find(isIn('id', [...ids]))
  const attached = parents.size === 0 ? [] : await find(isIn('parent', [...parents]))
  return [...new Map([...named, ...attached].map(post => [post.id, post])).values()]
}

function byParent(shown: ReadonlyMap<number, ShownAttachment>): ReadonlyMap<number, readonly ShownAttachment[]> {
  const found = new Map<number, ShownAttachment[]>()
  for (const attachment of shown.values()) {
    const { parent } = attachment.post
    const others = found.get(parent)
    if (others === undefined) found.set(parent, [attachment])
    else others.push(attachment)
  }
  return found
}

/** Loads the images of galleries in posts' texts with a fixed number of queries; `undefined` if there are none. */
export async function loadGalleries(
  reader: AttachmentReader,
  posts: readonly Pick<PostRecord, 'id' | 'content'>[],
  included: readonly { readonly content: string }[],
): Promise<GalleryLookup | undefined> {
  const { storage, sizes } = reader.site.get(mediaSettings)
  const wanted = findWanted(posts, included)
  if (storage === undefined || wanted.ids.size + wanted.parents.size === 0) return undefined
  const shown = await showAttachments(await findImages(reader, wanted), reader)
  const attached = byParent(shown)
  const captions = new Map<number, string>()
  const within = createLazyHtmlBudget()

  const choose = ({ named, postId }: GalleryUse): readonly ShownAttachment[] => {
    const { ids, parent, excluded } = galleryChoice(named, postId)
    if (ids !== undefined) return [...new Set(ids)].flatMap(id => shown.get(id) ?? [])
    return parent === 0 ? [] : (attached.get(parent) ?? []).filter(({ post }) => !excluded.has(post.id))
  }
  const captionOf = ({ post }: ShownAttachment): string => {
    const known = captions.get(post.id) ?? filterHtml(renderTitle(post.excerpt), 'excerpt').trim()
    captions.set(post.id, known)
    return known
  }
  const itemOf = (attachment: ShownAttachment, size: string): GalleryItem => {
    const box = Object.hasOwn(sizes, size) ? sizes[size] : undefined
    const image = shownImage(attachment.file, { size, box, urlOf: attachment.urlOf })
    return {
      attachment,
      caption: captionOf(attachment),
      image: captionId =>
        writeImage(image, {
          src: image.src,
          class: `attachment-${size} size-${size}`,
          alt: attachment.alt,
          'aria-describedby': captionId,
        }),
    }
  }
  return use =>
    within(() => {
      const images = inGalleryOrder(choose(use), use.named)
      if (images.length === 0) return ''
      const size = gallerySize(use.named)
      const items = images.map(attachment => itemOf(attachment, size))
      return galleryHtml(items, galleryLook(use))
    })
}
