import type { ParamsOf } from '@platen/core'
import type { PostRecord } from '../../../../kernel/records/index.js'
import type { FeaturedImages } from '../../../media/index.js'

/** The schemas of the attributes of `core/latest-posts`. */
export const latestPostsAttributes = {
  categories: { type: 'array', items: { type: 'object' } },
  selectedAuthor: { type: 'number' },
  postsToShow: { type: 'number', default: 5 },
  displayPostContent: { type: 'boolean', default: false },
  displayPostContentRadio: { type: 'string', default: 'excerpt' },
  excerptLength: { type: 'number', default: 55 },
  displayAuthor: { type: 'boolean', default: false },
  displayPostDate: { type: 'boolean', default: false },
  order: { type: 'string', default: 'desc' },
  orderBy: { type: 'string', default: 'date' },
  displayFeaturedImage: { type: 'boolean', default: false },
  featuredImageAlign: { type: 'string', enum: ['left', 'center', 'right'] },
  featuredImageSizeSlug: { type: 'string', default: 'thumbnail' },
  featuredImageSizeWidth: { type: 'number', default: null },
  featuredImageSizeHeight: { type: 'number', default: null },
  addLinkToFeaturedImage: { type: 'boolean', default: false },
} as const

export type LatestPostsAttributes = ParamsOf<typeof latestPostsAttributes>

/** The data that `core/latest-posts` loads for a page of records. */
export interface LatestPosts {
  postsOf(attributes: LatestPostsAttributes): readonly PostRecord[]
  linkOf(post: PostRecord): string
  authorOf(post: PostRecord): string
  readonly imageOf: FeaturedImages
  /** The posts whose content at least one use shows. */
  readonly shownInFull: readonly PostRecord[]
}
