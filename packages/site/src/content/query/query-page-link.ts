import { type BlockPlace, escapeHtml, wrapperAttributes } from '@platen/rendering'
import {
  BACKGROUND_COLORS,
  type BlockScope,
  INTERACTIVITY,
  type PaginationStep,
  paginationArrow,
  TYPOGRAPHY,
  withArrow,
} from '../../kernel/blocks/index.js'
import { neighbourHref } from './page-links.js'

/** The common parts of the links to the next and the previous page of a query. */
export const pageLinkFacts = {
  apiVersion: 3,
  category: 'theme',
  parent: ['core/query-pagination'],
  usesContext: ['queryId', 'query', 'paginationArrow', 'showLabel', 'enhancedPagination'],
  usesUnlistedContext: ['postId'],
  attributes: { label: { type: 'string' } },
  supports: {
    anchor: true,
    reusable: false,
    html: false,
    color: BACKGROUND_COLORS,
    typography: TYPOGRAPHY,
    interactivity: INTERACTIVITY,
  },
} as const

const enhancement = (step: PaginationStep): string =>
  ` data-wp-key="query-pagination-${step}" data-wp-on--click="core/query::actions.navigate" data-wp-on--mouseenter="core/query::actions.prefetch" data-wp-watch="core/query::callbacks.prefetch"`

/** The link to another page of a query. */
export function pageLink(step: PaginationStep, page: number, label: string, scope: BlockScope & BlockPlace): string {
  const { context } = scope
  const isLabelled = context['showLabel'] !== false
  const arrow = paginationArrow(step, context['paginationArrow'], `wp-block-query-pagination-${step}`)
  const text = isLabelled ? escapeHtml(label) : ''
  const enhanced = context['enhancedPagination'] === true ? enhancement(step) : ''
  const wrapper = wrapperAttributes(scope, [], text === '' ? { label } : {})
  return `<a${enhanced} href="${neighbourHref(context, page, scope)}"${wrapper}>${withArrow(step, text, arrow)}</a>`
}
