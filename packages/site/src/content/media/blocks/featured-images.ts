import type { BlockPlace, BlockUse, BlockValues } from '@platen/rendering'
import type { BlockScope } from '../../../kernel/blocks/index.js'
import { conditionOf } from '../../../kernel/context/index.js'
import { metaIn, type PostRecord, postsIn, whereMeta, wherePosts } from '../../../kernel/records/index.js'
import { boundPost, boundPosts, postMetaKeys, readPosts } from '../../posts/index.js'
import { mediaSettings } from '../files/media-settings.js'
import { shownImage, writeImage } from '../shown/image-tag.js'
import { asStoredFile, mediaMetaKeys } from '../stored-file.js'

/** Writes the tag of a post's featured image in a size; undefined if there is no image to show. */
export type FeaturedImages = (
  post: PostRecord,
  image: {
    readonly size: string
    readonly style: string
    /** The alternative text; that of the image by default. */
    readonly alt?: string | undefined
    /** The classes before `wp-post-image`; those of the size by default. */
    readonly className?: string | undefined
  },
) => string | undefined

/** A featured image: its file, and how it is shown. */
export interface FeaturedFile {
  readonly id: number
  readonly alt: string
  /** The attributes of the tag that describe the file in a size. */
  shown(size: string): ReturnType<typeof shownImage>
}

/** Loads the files of the featured images of posts with three queries, without those hidden from the reader. */
export async function loadFeaturedFiles(
  { site, principal }: Pick<BlockScope, 'site' | 'principal'>,
  posts: readonly Pick<PostRecord, 'id'>[],
): Promise<(post: Pick<PostRecord, 'id'>) => FeaturedFile | undefined> {
  const { storage, sizes } = site.get(mediaSettings)
  if (storage === undefined || posts.length === 0) return () => undefined
  const { meta } = await postsIn(site.store).related(
    posts.map(post => post.id),
    ['meta'],
  )
  const imageOf = new Map<number, number>()
  for (const [id, records] of meta)
    for (const { key, value } of records) if (key === postMetaKeys.featuredMedia) imageOf.set(id, Number(value))
  const ids = [...new Set(imageOf.values())].filter(id => Number.isSafeInteger(id) && id > 0)
  if (ids.length === 0) return () => undefined
  const { and, eq, in: isIn } = whereMeta
  const keys = [mediaMetaKeys.file, mediaMetaKeys.alt]
  const isImage = wherePosts.and(wherePosts.in('id', ids), wherePosts.eq('type', 'attachment'))
  const [{ records: readable }, { records }] = await Promise.all([
    postsIn(site.store).find({ where: wherePosts.and(isImage, conditionOf(readPosts(site, principal))) }),
    metaIn(site.store).find({ where: and(eq('kind', 'post'), isIn('key', keys), isIn('object', ids)) }),
  ])
  const readableIds = new Set(readable.map(({ id }) => id))
  const values = new Map(records.map(({ object, key, value }) => [`${object} ${key}`, value]))
  const boxOf = (size: string) => (Object.hasOwn(sizes, size) ? sizes[size] : undefined)
  return post => {
    const id = imageOf.get(post.id)
    const file = asStoredFile(values.get(`${id} ${mediaMetaKeys.file}`))
    if (id === undefined || file === undefined || !readableIds.has(id)) return undefined
    return {
      id,
      alt: String(values.get(`${id} ${mediaMetaKeys.alt}`) ?? ''),
      shown: size => shownImage(file, { size, box: boxOf(size), urlOf: path => storage.url(path) }),
    }
  }
}

/** Loads the featured images of posts with three queries, without those hidden from the reader. */
export async function loadFeaturedImages(
  scope: Pick<BlockScope, 'site' | 'principal'>,
  posts: readonly PostRecord[],
): Promise<FeaturedImages> {
  const fileOf = await loadFeaturedFiles(scope, posts)
  return (post, { size, style, alt, className = `attachment-${size} size-${size}` }) => {
    const file = fileOf(post)
    if (file === undefined) return undefined
    const image = file.shown(size)
    return writeImage(image, { src: image.src, class: `${className} wp-post-image`, alt: alt ?? file.alt, style })
  }
}

/** The featured images of the posts around blocks, by the id of the post. */
export type FeaturedMedia = ReadonlyMap<number, FeaturedFile>

/** Loads the featured images for the uses of a block that show them, if any. */
export async function loadFeaturedMedia(uses: readonly BlockUse[], scope: BlockScope): Promise<FeaturedMedia> {
  const posts = await boundPosts(
    uses.filter(({ attributes }) => attributes['useFeaturedImage'] === true),
    scope,
  )
  const fileOf = await loadFeaturedFiles(scope, [...posts.values()])
  const files = new Map<number, FeaturedFile>()
  for (const post of posts.values()) {
    const file = fileOf(post)
    if (file !== undefined) files.set(post.id, file)
  }
  return files
}

/** The featured image of the post around a block. */
export const featuredFile = (media: FeaturedMedia, place: Pick<BlockPlace, 'context'>): FeaturedFile | undefined =>
  media.get(boundPost(place))

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** The focal point of an image, as a position in percent. */
export function focalPosition(point: unknown): string | undefined {
  const { x, y } = typeof point === 'object' && point !== null ? (point as BlockValues) : {}
  if (!isNumber(x) || !isNumber(y)) return undefined
  return `${Math.round(x * 100)}% ${Math.round(y * 100)}%`
}
