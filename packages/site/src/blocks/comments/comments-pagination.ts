import { wrapperAttributes } from '@platen/rendering'
import { defineBlock, type SiteBlock } from '../block-scope.js'
import { BACKGROUND_COLORS, COLORS, INTERACTIVITY, TYPOGRAPHY } from '../common-supports.js'

/** `core/comments-pagination`: holds the links to the other pages of the comments of a post. */
export const commentsPagination = defineBlock({
  name: 'core/comments-pagination',
  apiVersion: 3,
  title: 'Comments Pagination',
  category: 'theme',
  description: 'Holds the links to the next and the previous comments of a post.',
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
    return content.trim() === '' ? '' : `<div${wrapperAttributes(scope)}>${content}</div>`
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

/** The links to other pages of comments. A post shows all its comments on one page, from which none leads on. */
const pageLink = (step: string, title: string, description: string): SiteBlock =>
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
    render: () => '',
  })

/** `core/comments-pagination-next`. */
export const commentsPaginationNext = pageLink('next', 'Comments Next Page', 'Shows the link to the next comments.')

/** `core/comments-pagination-previous`. */
export const commentsPaginationPrevious = pageLink(
  'previous',
  'Comments Previous Page',
  'Shows the link to the previous comments.',
)

/** `core/comments-pagination-numbers`. */
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
  render: () => '',
})
