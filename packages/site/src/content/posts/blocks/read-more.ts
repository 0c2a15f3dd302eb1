import { escapeAttribute, escapeUrl, filterHtml, wrapperAttributes } from '@platen/rendering'
import { defineBlock, INTERACTIVITY, TYPOGRAPHY } from '../../../kernel/blocks/index.js'
import { shownTitle } from '../index.js'
import { loadLinks } from './post-relations.js'
import { usedPosts } from './used-posts.js'

/** `core/read-more`: a link to a post, with the title of the post for screen readers. */
export const readMore = defineBlock({
  name: 'core/read-more',
  apiVersion: 3,
  title: 'Read More',
  category: 'theme',
  description: 'Shows a link to a post, a page or any other content.',
  usesContext: ['postId'],
  attributes: {
    content: { type: 'string', role: 'content' },
    linkTarget: { type: 'string', default: '_self' },
  },
  supports: {
    anchor: true,
    html: false,
    color: { gradients: true, text: true },
    typography: { ...TYPOGRAPHY, __experimentalDefaultControls: { fontSize: true, textDecoration: true } },
    spacing: { margin: ['top', 'bottom'], padding: true, __experimentalDefaultControls: { padding: true } },
    __experimentalBorder: {
      color: true,
      radius: true,
      width: true,
      __experimentalDefaultControls: { width: true },
    },
    interactivity: INTERACTIVITY,
  },

  async load(uses, scope) {
    const posts = await usedPosts(uses, scope)
    return { posts, linkOf: await loadLinks(scope, posts.all) }
  },

  render({ content = '', linkTarget }, _content, { posts, linkOf }, scope) {
    const post = posts.of(scope.context)
    if (post === undefined) return ''
    const title = shownTitle(post, scope)
    const about = title.trim() === '' ? `untitled post ${post.id}` : title
    const text = content === '' ? 'Read more' : filterHtml(content, 'excerpt')
    const wrapper = wrapperAttributes(scope)
    const target = escapeAttribute(linkTarget)
    return `<a${wrapper} href="${escapeUrl(linkOf(post))}" target="${target}">${text}<span class="screen-reader-text">: ${about}</span></a>`
  },
})
