import type { SiteContext, SitePrincipal } from '../../../kernel/context/index.js'
import { metaIn, type PostRecord, postsIn, whereMeta, wherePosts } from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { canReadPost, loadPermalinks, postLink } from '../../posts/index.js'
import { mediaSettings } from '../files/media-settings.js'
import { asStoredFile, mediaMetaKeys, type StoredFile } from '../stored-file.js'
import { imageTag } from './image-tag.js'

/** The maximum number of named attachments that are loaded at once. */
const MAX_ATTACHMENTS = 500

/** The reader of attachments, and the context. */
export interface AttachmentReader {
  readonly site: SiteContext
  readonly principal: SitePrincipal
}

/** How an image is shown. */
export interface ImageLook {
  /** The name of a size, or a box of pixels. */
  readonly size: string
  readonly box?: { readonly width: number; readonly height: number } | undefined
  readonly classes: string
  readonly alt?: string | undefined
  readonly style?: string | undefined
  /** Additional attributes, each with a leading space. */
  readonly more?: string | undefined
}

/** A file of the media library that is shown to a reader. */
export interface ShownAttachment {
  readonly post: PostRecord
  readonly file: StoredFile
  readonly url: string
  readonly alt: string
  /** The URL of its page. */
  readonly link: string
  /** The URL of a path that the file names. */
  urlOf(path: string): string
  image(look: ImageLook): string
}

/** Loads attachments that the reader may see, by id, with a fixed number of queries. */
export async function loadAttachments(
  attachmentIds: readonly number[],
  reader: AttachmentReader,
): Promise<ReadonlyMap<number, ShownAttachment>> {
  const ids = [...new Set(attachmentIds)].filter(id => id > 0).slice(0, MAX_ATTACHMENTS)
  if (ids.length === 0) return new Map()
  const records = await findShown(postsIn(reader.site.store), {
    where: wherePosts.and(wherePosts.eq('type', 'attachment'), wherePosts.in('id', ids)),
  })
  return showAttachments(records, reader)
}

/** Loads the data of attachments that the reader may see, by id, with a fixed number of queries. */
export async function showAttachments(
  records: readonly PostRecord[],
  { site, principal }: AttachmentReader,
): Promise<ReadonlyMap<number, ShownAttachment>> {
  const { storage, sizes } = site.get(mediaSettings)
  if (storage === undefined || records.length === 0) return new Map()
  const parentIds = [...new Set(records.map(post => post.parent))].filter(id => id !== 0)
  const parents = new Map(
    (await findShown(postsIn(site.store), { where: wherePosts.in('id', parentIds) })).map(post => [post.id, post]),
  )
  const readable = records.filter(post => canReadPost(site, post, principal, parents.get(post.parent) ?? 'gone'))
  if (readable.length === 0) return new Map()
  const { records: values } = await metaIn(site.store).find({
    where: whereMeta.and(
      whereMeta.eq('kind', 'post'),
      whereMeta.in('key', [mediaMetaKeys.file, mediaMetaKeys.alt, mediaMetaKeys.url]),
      whereMeta.in(
        'object',
        readable.map(({ id }) => id),
      ),
    ),
  })
  const details = new Map(values.map(({ object, key, value }) => [`${object} ${key}`, value]))
  const permalinks = await loadPermalinks(site, readable, principal)
  const shown = readable.flatMap(post => {
    const stored = asStoredFile(details.get(`${post.id} ${mediaMetaKeys.file}`))
    const file = stored ?? fileElsewhere(String(details.get(`${post.id} ${mediaMetaKeys.url}`) ?? post.guid))
    if (file === undefined) return []
    const urlOf = (path: string) => (stored === undefined ? path : storage.url(path))
    const alt = String(details.get(`${post.id} ${mediaMetaKeys.alt}`) ?? '')
    const image = (look: ImageLook) => {
      const html = imageTag(file, {
        size: look.size,
        box: look.box ?? (Object.hasOwn(sizes, look.size) ? sizes[look.size] : undefined),
        className: look.classes,
        alt: look.alt || alt,
        style: look.style,
        urlOf,
      })
      const loading = `${look.more ?? ''} decoding="async" loading="lazy" />`
      return html.replace(' loading="lazy" decoding="async"', '').replace(/ \/>$/, () => loading)
    }
    return [{ post, file, alt, url: urlOf(file.path), link: postLink(post, permalinks), urlOf, image }]
  })
  return new Map(shown.map(attachment => [attachment.post.id, attachment]))
}

/** The details of an imported attachment whose file was not fetched: only its URL. */
function fileElsewhere(url: string): StoredFile | undefined {
  if (!/^https?:\/\//i.test(url)) return undefined
  const unknown = { width: null, height: null, original: null, notes: null, editedFrom: null }
  return { ...unknown, path: url, bytes: 0, sizes: {}, turned: false }
}
