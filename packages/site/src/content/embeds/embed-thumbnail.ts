import type { SiteContext } from '../../kernel/context/index.js'
import { metaIn, type PostRecord, postsIn, whereMeta } from '../../kernel/records/index.js'
import { fitInto, folderOf, mediaSettings, nameOf, sameProportions, storedFileOf } from '../media/index.js'
import { canReadPost, inheritedFrom, postMetaKeys } from '../posts/index.js'

/** The thumbnail of a post, with its display dimensions. */
export interface EmbedThumbnail {
  readonly thumbnail_url: string
  readonly thumbnail_width: number
  readonly thumbnail_height: number
}

/** The featured image of a post, or an attached image itself, in its smallest file that fills `width` pixels. */
export async function embedThumbnail(
  site: SiteContext,
  post: PostRecord,
  width: number,
): Promise<EmbedThumbnail | undefined> {
  const { storage } = site.get(mediaSettings)
  const id = post.type === 'attachment' ? post.id : await featuredMedia(site, post)
  const file = id > 0 && (await isOpen(site, id)) ? await storedFileOf(site.store, id) : undefined
  if (storage === undefined || file === undefined || file.width === null || file.height === null) return undefined
  const full = { file: nameOf(file.path), width: file.width, height: file.height }
  const sizes = Object.values(file.sizes).filter(size => sameProportions(size, full))
  const [chosen = full] = sizes.filter(size => size.width >= width).sort((a, b) => a.width - b.width)
  const shown = fitInto(chosen, { width, height: 0 })
  return {
    thumbnail_url: storage.url(folderOf(file.path) + chosen.file),
    thumbnail_width: shown.width,
    thumbnail_height: shown.height,
  }
}

/** Whether everybody may read an attachment. */
async function isOpen(site: SiteContext, id: number): Promise<boolean> {
  const image = await postsIn(site.store).get(id)
  if (image?.type !== 'attachment') return false
  return canReadPost(site, image, site.principalOf(undefined), await inheritedFrom(site, image))
}

/** The id of a post's featured image; 0 without one. */
async function featuredMedia(site: SiteContext, { id }: PostRecord): Promise<number> {
  const { and, eq } = whereMeta
  const key = and(eq('kind', 'post'), eq('object', id), eq('key', postMetaKeys.featuredMedia))
  const value = Number((await metaIn(site.store).first({ where: key }))?.value)
  return Number.isSafeInteger(value) ? value : 0
}
