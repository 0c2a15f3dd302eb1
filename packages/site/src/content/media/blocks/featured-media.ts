import type { BlockPlace, BlockUse, BlockValues } from '@platen/rendering'
import type { BlockScope } from '../../../kernel/blocks/index.js'
import { boundPost, boundPosts } from '../../posts/index.js'
import { type FeaturedFile, loadFeaturedFiles } from './featured-images.js'

/** The featured images of the posts around blocks, by the id of the post. */
export type FeaturedMedia = ReadonlyMap<number, FeaturedFile>

/** Loads the featured images for the uses of a block that show them, if any. */
export async function loadFeaturedMedia(uses: readonly BlockUse[], scope: BlockScope): Promise<FeaturedMedia> {
  const posts = await boundPosts(
    uses.filter(({ attributes }) => attributes['useFeaturedImage'] === true),
    scope,
  )
  const fileOf = await loadFeaturedFiles(scope, [...posts.values()])
  const found = new Map<number, FeaturedFile>()
  for (const post of posts.values()) {
    const file = fileOf(post)
    if (file !== undefined) found.set(post.id, file)
  }
  return found
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
