import { type BlockValues, escapeUrl, wrapperAttributes } from '@platen/rendering'
import {
  ALIGNED_TYPOGRAPHY,
  alignmentClasses,
  BORDER,
  COLORS,
  dateOf,
  defineBlock,
  INTERACTIVITY,
  linkColorClasses,
  SPACING,
  timeElement,
} from '../../../kernel/blocks/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { isMap } from '../../../kernel/text/index.js'
import { loadLinks } from './post-relations.js'
import { usedPosts } from './used-posts.js'

const MODIFIED = 'wp-block-post-date__modified-date'

/** The date that a block shows: undefined for a modification date if the post was not modified later. */
function shownDate(post: PostRecord | undefined, isModified: boolean): string | undefined {
  if (post === undefined || post.password !== '') return undefined
  if (!isModified) return post.date
  return post.modified > post.date ? post.modified : undefined
}

const isBound = ({ metadata }: BlockValues): boolean => {
  const bindings = isMap(metadata) ? metadata['bindings'] : undefined
  const datetime = isMap(bindings) ? bindings['datetime'] : undefined
  return isMap(datetime) && datetime['source'] !== undefined && datetime['args'] !== undefined
}

/** `core/post-date`: the date of a post, or another one. */
export const postDate = defineBlock({
  name: 'core/post-date',
  apiVersion: 3,
  title: 'Date',
  category: 'theme',
  description: 'Shows a date, that of the publication of a post by default.',
  usesContext: ['postId', 'postType', 'queryId'],
  attributes: {
    datetime: { type: 'string', role: 'content' },
    format: { type: 'string' },
    isLink: { type: 'boolean', default: false, role: 'content' },
  },
  bindable: ['datetime'],
  supports: {
    anchor: true,
    html: false,
    color: COLORS,
    spacing: SPACING,
    typography: ALIGNED_TYPOGRAPHY,
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER,
  },
  example: { viewportWidth: 350 },

  async load(uses, scope) {
    const posts = await usedPosts(uses, scope)
    const isLinked = uses.some(({ attributes }) => attributes.isLink)
    return { posts, linkOf: await loadLinks(scope, isLinked ? posts.all : []) }
  },

  render({ datetime, format, isLink }, _content, { posts, linkOf }, scope) {
    const { attributes } = scope.block
    const isModified = attributes['displayType'] === 'modified'
    const post = posts.of(scope.context)
    const date = datetime === undefined ? shownDate(post, isModified) : dateOf(datetime, scope)
    if (date === undefined && datetime === undefined) return ''
    // A date that is bound to nothing is empty, and not that of the post.
    if (datetime === '' || (datetime === undefined && isBound(attributes))) return ''
    const time = timeElement(date, { format, machine: datetime, scope })
    const html = isLink && post !== undefined ? `<a href="${escapeUrl(linkOf(post))}">${time}</a>` : time
    const classes = [
      ...alignmentClasses(attributes),
      ...linkColorClasses(attributes),
      ...(isModified && datetime === undefined ? [MODIFIED] : []),
    ]
    return `<div${wrapperAttributes(scope, classes)}>${html}</div>`
  },
})
