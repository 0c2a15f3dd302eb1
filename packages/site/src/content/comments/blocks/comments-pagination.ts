import { type BlockUse, escapeHtml, escapeUrl, wrapperAttributes } from '@platen/rendering'
import {
  BACKGROUND_COLORS,
  type BlockScope,
  COLORS,
  defineBlock,
  INTERACTIVITY,
  linkColorClasses,
  type PaginationStep,
  pageNumbers,
  paginationArrow,
  type SiteBlock,
  TYPOGRAPHY,
  withArrow,
} from '../../../kernel/blocks/index.js'
import { loadLinks } from '../../posts/blocks/index.js'
import {
  type CommentPage,
  commentPage,
  commentPageUrl,
  hasPages,
  loadThreads,
  showsCommentsOf,
} from './load-comments.js'

/** `core/comments-pagination`: contains the links to the other pages of a post's comments. */
export const commentsPagination = defineBlock({
  name: 'core/comments-pagination',
  apiVersion: 3,
  title: 'Comments Pagination',
  category: 'theme',
  description: 'Contains the links to the next and the previous comments of a post.',
  parent: ['core/comments'],
  allowedBlocks: [
    'core/comments-pagination-previous',
    'core/comments-pagination-numbers',
    'core/comments-pagination-next',
  ],
  providesContext: { 'comments/paginationArrow': 'paginationArrow' },
  attributes: { paginationArrow: { type: 'string', default: 'none' } },
  supports: {
    anchor: true,
    align: true,
    reusable: false,
    html: false,
    color: COLORS,
    layout: { allowSwitching: false, allowInheriting: false, default: { type: 'flex' } },
    typography: TYPOGRAPHY,
    interactivity: INTERACTIVITY,
  },
  example: { attributes: { paginationArrow: 'none' } },

  render(_attributes, content, _loaded, scope) {
    if (content.trim() === '') return ''
    return `<nav${wrapperAttributes(scope, linkColorClasses(scope.block.attributes), { label: 'Comments pagination' })}>${content}</nav>`
  },
})

const linkSupports = {
  anchor: true,
  reusable: false,
  html: false,
  color: BACKGROUND_COLORS,
  typography: TYPOGRAPHY,
  interactivity: INTERACTIVITY,
} as const

/** The page of the comments of the post around a use of a block, and the URLs of the others. */
interface ShownPage extends CommentPage {
  hrefOf(page: number): string
}

/** Loads the comment pages of posts; a post that shows no comments has no page. */
async function loadPages(uses: readonly BlockUse<unknown>[], scope: BlockScope) {
  if (!hasPages(scope)) return () => undefined
  const threads = await loadThreads(uses, scope)
  const linkOf = await loadLinks(scope, threads.posts.all)
  return (use: Pick<BlockUse, 'postId' | 'context'>): ShownPage | undefined => {
    const post = threads.posts.of(use.context)
    if (post === undefined || !showsCommentsOf(post, use)) return undefined
    const hrefOf = (page: number) => escapeUrl(commentPageUrl(linkOf(post), page))
    return { ...commentPage(threads, post, scope), hrefOf }
  }
}

/** The differences between the links to the next and the previous page of comments. */
interface LinkFacts {
  readonly title: string
  readonly description: string
  readonly label: string
  /** The target page of the link, for the current page. */
  readonly target: (page: number) => number
}

/**
 * A link to another page of comments; empty if there is none, for example if a post shows all its comments on one page.
 */
const pageLink = (step: PaginationStep, { title, description, label: byDefault, target }: LinkFacts): SiteBlock =>
  defineBlock({
    name: `core/comments-pagination-${step}`,
    apiVersion: 3,
    title,
    category: 'theme',
    description,
    parent: ['core/comments-pagination'],
    usesContext: ['postId', 'comments/paginationArrow'],
    attributes: { label: { type: 'string' } },
    supports: linkSupports,

    load: loadPages,

    render({ label = '' }, _content, pageOf, scope) {
      const shown = pageOf(scope)
      const page = shown === undefined ? 0 : target(shown.page)
      if (shown === undefined || page < 1 || page > shown.pages) return ''
      const arrow = paginationArrow(
        step,
        scope.context['comments/paginationArrow'],
        `wp-block-comments-pagination-${step}`,
      )
      const text = withArrow(step, escapeHtml(label || byDefault), arrow)
      return `<a href="${shown.hrefOf(page)}"${wrapperAttributes(scope)}>${text}</a>`
    },
  })

/** `core/comments-pagination-next`: the link to the newer comments. */
export const commentsPaginationNext = pageLink('next', {
  title: 'Comments Next Page',
  description: 'Shows the link to the next comments.',
  label: 'Newer Comments',
  target: page => page + 1,
})

/** `core/comments-pagination-previous`: the link to the older comments. */
export const commentsPaginationPrevious = pageLink('previous', {
  title: 'Comments Previous Page',
  description: 'Shows the link to the previous comments.',
  label: 'Older Comments',
  target: page => page - 1,
})

const NUMBERS_AROUND = 2

/** `core/comments-pagination-numbers`: the links to the pages of comments by their numbers. */
export const commentsPaginationNumbers = defineBlock({
  name: 'core/comments-pagination-numbers',
  apiVersion: 3,
  title: 'Comments Page Numbers',
  category: 'theme',
  description: 'Shows links to the pages of comments by their numbers.',
  parent: ['core/comments-pagination'],
  usesContext: ['postId'],
  attributes: {},
  supports: {
    ...linkSupports,
    spacing: { margin: true, padding: true, __experimentalDefaultControls: { padding: true } },
  },

  load: loadPages,

  render(_attributes, _content, pageOf, scope) {
    const shown = pageOf(scope)
    const html = shown === undefined ? '' : pageNumbers({ ...shown, around: NUMBERS_AROUND })
    return html === '' ? '' : `<div${wrapperAttributes(scope)}>${html}</div>`
  },
})
