import type { ImageInfo, ImageLookup, ImageUse } from '@platen/rendering'
import type { SiteContext } from '../../../kernel/context/index.js'
import { metaIn, type PostRecord, whereMeta } from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { mediaSettings } from '../files/media-settings.js'
import { asStoredFile, mediaMetaKeys, nameOf, type StoredFile } from '../stored-file.js'
import { sourceSet } from './image-tag.js'

const IMAGE_CLASS = /\bwp-image-(\d+)\b/g

/** Texts that may show images. */
type ImageTexts = Pick<PostRecord, 'content'> & Partial<Pick<PostRecord, 'excerpt'>>

function imageIdsIn(posts: readonly ImageTexts[]): readonly number[] {
  const ids = new Set<number>()
  for (const { content, excerpt = '' } of posts) {
    for (const text of [content, excerpt]) {
      if (text.includes('wp-image-')) for (const [, id] of text.matchAll(IMAGE_CLASS)) ids.add(Number(id))
    }
  }
  return [...ids].filter(Number.isSafeInteger)
}

function describe(file: StoredFile, use: ImageUse, urlOf: (path: string) => string): ImageInfo | undefined {
  const name = nameOf(use.src.split(/[?#]/)[0] ?? '')
  const isFull = name === nameOf(file.path)
  const shown = isFull ? file : Object.values(file.sizes).find(size => size.file === name)
  if (shown?.width == null || shown.height == null) return undefined
  const dimensions = { width: shown.width, height: shown.height }
  const { width = dimensions.width, height = dimensions.height } = use
  return { ...dimensions, ...sourceSet(file, name, { width, height }, urlOf) }
}

/**
 * Loads the library images in the texts of posts, and in the texts that their blocks include, with one query;
 * `undefined` if there are none.
 */
export async function loadImages(
  site: SiteContext,
  posts: readonly ImageTexts[],
  included: readonly ImageTexts[] = [],
): Promise<ImageLookup | undefined> {
  const { storage } = site.get(mediaSettings)
  if (storage === undefined) return undefined
  const ids = imageIdsIn(included.length === 0 ? posts : [...posts, ...included])
  if (ids.length === 0) return undefined
  const { and, eq, in: isIn } = whereMeta
  const records = await findShown(metaIn(site.store), {
    where: and(eq('kind', 'post'), eq('key', mediaMetaKeys.file), isIn('object', ids)),
  })
  const files = new Map(records.map(record => [record.object, asStoredFile(record.value)]))
  return use => {
    const file = files.get(use.id)
    return file === undefined ? undefined : describe(file, use, path => storage.url(path))
  }
}
