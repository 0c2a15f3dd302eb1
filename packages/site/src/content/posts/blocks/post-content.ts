import { addBackground, escapeAttribute, escapeHtml, escapeUrl, stripTags, wrapperAttributes } from '@platen/rendering'
import {
  type BlockScope,
  BORDER,
  defineBlock,
  INTERACTIVITY,
  SPACING_WITHOUT_CONTROLS,
  sectionTag,
  TYPOGRAPHY,
} from '../../../kernel/blocks/index.js'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { shownTitle } from '../index.js'
import { loadLinks } from './post-relations.js'
import { usedPosts } from './used-posts.js'

/** The link from the teaser of a post to the remaining content; `text` is the text of its more tag. */
function moreLink(post: PostRecord, link: string, text: string, scope: BlockScope): string {
  const label = `Continue reading ${stripTags(shownTitle(post, scope))}`
  const html = text === '' ? `<span aria-label="${escapeAttribute(label)}">(more&hellip;)</span>` : escapeHtml(text)
  return `<a href="${escapeUrl(link)}#more-${post.id}" class="more-link">${html}</a>`
}

/**
 * `core/post-content`: the content of a post in a list, up to its more tag. It is empty within the content of the post
 * itself.
 */
export const postContent = defineBlock({
  name: 'core/post-content',
  apiVersion: 3,
  title: 'Content',
  category: 'theme',
  description: 'Shows the content of a post or a page.',
  usesContext: ['postId', 'postType', 'queryId'],
  attributes: { tagName: { type: 'string', default: 'div' } },
  supports: {
    anchor: true,
    align: ['wide', 'full'],
    html: false,
    layout: true,
    background: {
      backgroundImage: true,
      backgroundSize: true,
      gradient: true,
      __experimentalDefaultControls: { backgroundImage: true },
    },
    dimensions: { minHeight: true },
    spacing: { ...SPACING_WITHOUT_CONTROLS, blockGap: true },
    color: {
      gradients: true,
      heading: true,
      link: true,
      __experimentalDefaultControls: { background: false, text: false },
    },
    typography: TYPOGRAPHY,
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER,
  },
  example: { viewportWidth: 350 },

  async load(uses, scope) {
    const posts = await usedPosts(uses, scope)
    return { posts, linkOf: await loadLinks(scope, posts.all) }
  },

  includes: ({ posts }) => posts.all.filter(post => post.password === ''),

  render({ tagName }, _content, { posts, linkOf }, scope) {
    const post = posts.of(scope.context)
    if (post === undefined) return ''
    const html =
      post.password === ''
        ? scope.teaserOf(post, text => moreLink(post, linkOf(post), text, scope))
        : passwordForm(post, linkOf(post), scope.site)
    if (html.trim() === '') return ''
    const tag = sectionTag(tagName)
    const start = addBackground(`<${tag}${wrapperAttributes(scope, ['entry-content'])}>`, scope)
    return `${start}${html}</${tag}>`
  },
})

const NOTE = 'This content is password-protected. To view it, please enter the password below.'

/** How many words a protected post shows instead of its content. */
export const PASSWORD_FORM_WORDS = `${NOTE} Password:`.split(' ').length

/** The form for the password of a post, shown instead of its content. */
function passwordForm(post: PostRecord, link: string, { url }: Pick<SiteContext, 'url'>): string {
  const id = `pwbox-${post.id}`
  const field = `<input name="post_password" id="${id}" type="password" spellcheck="false" required size="20" />`
  const button = '<input type="submit" name="Submit" class="wp-block-button__link wp-element-button" value="Enter" />'
  return `<form action="${escapeUrl(url)}/wp-login.php?action=postpass" class="post-password-form" method="post"><input type="hidden" name="redirect_to" value="${escapeUrl(link)}" /></p>
<p>${NOTE}</p>
<p><label for="${id}">Password: ${field}</label> <span class="wp-block-button">${button}</span></p>
</form>
`
}
