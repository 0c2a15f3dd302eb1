import { escapeAttribute, escapeUrl, wrapperAttributes } from '@platen/rendering'
import {
  ALIGNED_TYPOGRAPHY,
  alignmentClasses,
  BORDER,
  COLORS,
  defineBlock,
  headingTag,
  INTERACTIVITY,
  linkColorClasses,
  SPACING,
} from '../../../kernel/blocks/index.js'
import { shownTitle } from '../index.js'
import { loadLinks } from './post-relations.js'
import { usedPosts } from './used-posts.js'

/** `core/post-title`: the title of a post, maybe as a link to it. */
export const postTitle = defineBlock({
  name: 'core/post-title',
  apiVersion: 3,
  title: 'Title',
  category: 'theme',
  description: 'Shows the title of a post, a page or any other content.',
  usesContext: ['postId', 'postType', 'queryId'],
  attributes: {
    level: { type: 'number', default: 2 },
    levelOptions: { type: 'array' },
    isLink: { type: 'boolean', default: false, role: 'content' },
    rel: { type: 'string', attribute: 'rel', default: '', role: 'content' },
    linkTarget: { type: 'string', default: '_self', role: 'content' },
    placeholder: { type: 'string' },
  },
  supports: {
    anchor: true,
    align: ['wide', 'full'],
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

  render({ level, isLink, rel, linkTarget }, _content, { posts, linkOf }, scope) {
    const post = posts.of(scope.context)
    const title = post === undefined ? '' : shownTitle(post, scope)
    if (post === undefined || title.trim() === '') return ''
    const { attributes } = scope.block
    const relation = rel === '' ? '' : `rel="${escapeAttribute(rel)}"`
    const html = isLink
      ? `<a href="${escapeUrl(linkOf(post))}" target="${escapeAttribute(linkTarget)}" ${relation}>${title}</a>`
      : title
    const classes = [...alignmentClasses(attributes), ...linkColorClasses(attributes)]
    const tag = headingTag(level)
    return `<${tag}${wrapperAttributes(scope, classes)}>${html}</${tag}>`
  },
})
