import type { ParamsOf } from '@platen/core'
import { type BlockPlace, escapeAttribute, escapeHtml, escapeUrl, wrapperAttributes } from '@platen/rendering'
import {
  type BlockScope,
  columnClasses,
  excerptWords,
  linkColorClasses,
  membersOf,
} from '../../../../kernel/blocks/index.js'
import type { PostRecord } from '../../../../kernel/records/index.js'
import { formatDate, millisecondsOf } from '../../../../kernel/time/index.js'
import type { FeaturedImages } from '../../../media/index.js'
import { renderedTitle } from '../../index.js'

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

const NAME = 'wp-block-latest-posts'
const PROTECTED = 'This content is password protected.'

const div = (part: string, html: string, className = ''): string =>
  `<div class="${NAME}__${part}${className}">${html}</div>`

function titleOf(post: PostRecord, { site }: BlockScope): string {
  const title = renderedTitle(post, { site })
  if (post.password !== '') return `Protected: ${title}`.trimEnd()
  return title.trim() === '' ? '(no title)' : title
}

/** The presentation of a post in the list. */
interface Item {
  readonly post: PostRecord
  readonly title: string
  readonly link: string
  readonly attributes: LatestPostsAttributes
  readonly loaded: LatestPosts
  readonly scope: BlockScope
}

function imageHtml({ post, title, link, attributes, loaded }: Item): string {
  if (!attributes.displayFeaturedImage) return ''
  const { featuredImageSizeSlug: size, featuredImageSizeWidth: width, featuredImageSizeHeight: height } = attributes
  const style = `${width ? `max-width:${width}px;` : ''}${height ? `max-height:${height}px;` : ''}`
  const image = loaded.imageOf(post, { size, style })
  if (image === undefined) return ''
  const html = attributes.addLinkToFeaturedImage
    ? `<a href="${escapeUrl(link)}" aria-label="${escapeAttribute(title)}">${image}</a>`
    : image
  const { featuredImageAlign: align } = attributes
  return div('featured-image', html, align === undefined ? '' : ` align${align}`)
}

function dateHtml(post: PostRecord, { options }: BlockScope): string {
  const { time } = options
  const offset = time.offset(post.dateGmt === null ? time.moment(post.date) : millisecondsOf(post.dateGmt))
  const shown = formatDate(post.date, options.text('date_format', 'F j, Y'), options.time)
  const machine = escapeHtml(formatDate(post.date, 'c', offset))
  return `<time datetime="${machine}" class="${NAME}__post-date">${escapeHtml(shown)}</time>`
}

function excerptHtml({ post, title, link, attributes, scope }: Item): string {
  if (post.password !== '') return div('post-excerpt', PROTECTED)
  const rest = `<span class="screen-reader-text">: ${escapeAttribute(title)}</span>`
  const more = `… <a class="${NAME}__read-more" href="${escapeUrl(link)}" rel="noopener">Read more${rest}</a>`
  const words = excerptWords(attributes.excerptLength)
  return div('post-excerpt', scope.excerptOf(post, words, more))
}

function textHtml(item: Item): string {
  const { post, attributes, scope } = item
  if (!attributes.displayPostContent) return ''
  if (attributes.displayPostContentRadio === 'excerpt') return excerptHtml(item)
  if (attributes.displayPostContentRadio !== 'full_post') return ''
  return div('post-full-content', post.password === '' ? scope.contentOf(post) : PROTECTED)
}

function itemHtml(item: Item): string {
  const { post, title, link, attributes, loaded, scope } = item
  const author = attributes.displayAuthor ? div('post-author', `by ${escapeHtml(loaded.authorOf(post))}`) : ''
  const date = attributes.displayPostDate ? dateHtml(post, scope) : ''
  const head = `<a class="${NAME}__post-title" href="${escapeUrl(link)}">${title}</a>`
  return `<li>${imageHtml(item)}${head}${author}${date}${textHtml(item)}</li>\n`
}

/** The classes of a list in columns, from the layout, or in older content from separate attributes. */
function gridClasses({ block }: Pick<BlockPlace, 'block'>): readonly string[] {
  const { layout, postLayout, columns } = block.attributes
  const { type, columnCount, minimumColumnWidth } = membersOf(layout)
  const isGrid = type === 'grid' || postLayout === 'grid'
  const count = type === 'grid' ? columnCount : columns
  if (!isGrid) return []
  return ['is-grid', ...columnClasses(count, minimumColumnWidth)]
}

/** The HTML of one use of `core/latest-posts`. */
export function latestPostsHtml(
  attributes: LatestPostsAttributes,
  loaded: LatestPosts,
  scope: BlockScope & BlockPlace,
): string {
  const classes = [
    `${NAME}__list`,
    ...gridClasses(scope),
    ...(attributes.displayPostDate ? ['has-dates'] : []),
    ...(attributes.displayAuthor ? ['has-author'] : []),
    ...linkColorClasses(scope.block.attributes),
  ]
  let items = ''
  for (const post of loaded.postsOf(attributes))
    items += itemHtml({ post, title: titleOf(post, scope), link: loaded.linkOf(post), attributes, loaded, scope })
  return `<ul${wrapperAttributes(scope, classes)}>${items}</ul>`
}
