import { escapeUrl, filterHtml, stripTags, trimSpace, wrapperAttributes } from '@platen/rendering'
import {
  ALIGNED_TYPOGRAPHY,
  alignmentClasses,
  type BlockScope,
  BORDER,
  COLORS,
  defineBlock,
  escapeProse,
  excerptWords,
  INTERACTIVITY,
  linkColorClasses,
  SPACING,
} from '../../../kernel/blocks/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { loadLinks } from './post-relations.js'
import { usedPosts } from './used-posts.js'

const NAME = 'wp-block-post-excerpt'
const PROTECTED = 'There is no excerpt because this is a protected post.'

/** The first words of a text, with an ellipsis if there are more. */
function firstWords(text: string, count: number): string {
  const words = text.split(/\s+/).filter(word => word !== '')
  return words.length > count ? `${words.slice(0, count).join(' ')}&hellip;` : words.join(' ')
}

/** The words of the content that are at most in a created excerpt, whatever its length. */
const MAX_CREATED = 101

function excerptText(post: PostRecord, length: number, hasMore: boolean, scope: BlockScope): string {
  const count = excerptWords(length)
  if (post.password !== '') return firstWords(PROTECTED, count)
  if (trimSpace(post.excerpt) !== '') return firstWords(escapeProse(stripTags(post.excerpt)), count)
  const created = scope.excerptOf(post, MAX_CREATED, hasMore ? '' : ' [&hellip;]')
  return escapeProse(firstWords(created, count))
}

/** `core/post-excerpt`: the excerpt of a post, with a link to the post. */
export const postExcerpt = defineBlock({
  name: 'core/post-excerpt',
  apiVersion: 3,
  title: 'Excerpt',
  category: 'theme',
  description: 'Shows the excerpt of a post.',
  usesContext: ['postId', 'postType', 'queryId'],
  attributes: {
    moreText: { type: 'string', role: 'content' },
    showMoreOnNewLine: { type: 'boolean', default: true },
    excerptLength: { type: 'number', default: 55 },
  },
  supports: {
    anchor: true,
    html: false,
    color: COLORS,
    spacing: SPACING,
    typography: { ...ALIGNED_TYPOGRAPHY, textColumns: true },
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER,
  },
  example: { viewportWidth: 350 },

  async load(uses, scope) {
    const posts = await usedPosts(uses, scope)
    const isLinked = uses.some(({ attributes }) => attributes.moreText)
    return { posts, linkOf: await loadLinks(scope, isLinked ? posts.all : []) }
  },

  includes: ({ posts }) => posts.all.filter(post => post.password === '' && trimSpace(post.excerpt) === ''),

  render({ moreText = '', showMoreOnNewLine, excerptLength }, _content, { posts, linkOf }, scope) {
    const post = posts.of(scope.context)
    if (post === undefined) return ''
    const excerpt = excerptText(post, excerptLength, moreText !== '', scope)
    const link =
      moreText === ''
        ? ''
        : `<a class="${NAME}__more-link" href="${escapeUrl(linkOf(post))}">${filterHtml(moreText, 'excerpt')}</a>`
    const { attributes } = scope.block
    const classes = [...alignmentClasses(attributes), ...linkColorClasses(attributes)]
    const isApart = showMoreOnNewLine && link !== ''
    const text = `<p class="${NAME}__excerpt">${excerpt}${isApart ? '' : ` ${link}`}</p>`
    const more = isApart ? `<p class="${NAME}__more-text">${link}</p>` : ''
    return `<div${wrapperAttributes(scope, classes)}>${text}${more}</div>`
  },
})
