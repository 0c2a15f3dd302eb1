import { type BlockPlace, type BlockValues, escapeHtml, escapeUrl, wrapperAttributes } from '@platen/rendering'
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
  requestPath,
  TYPOGRAPHY,
  withArrow,
} from '../../kernel/blocks/index.js'
import { loadQueryTotals } from './load-query.js'
import { pageParameter } from './query-request.js'

/** `core/query-pagination`: contains the links to the other pages of a query. */
export const queryPagination = defineBlock({
  name: 'core/query-pagination',
  apiVersion: 3,
  title: 'Pagination',
  category: 'theme',
  description: 'Contains the links to the next and the previous posts of a query.',
  ancestor: ['core/query'],
  usesContext: ['queryId', 'query'],
  allowedBlocks: ['core/query-pagination-previous', 'core/query-pagination-numbers', 'core/query-pagination-next'],
  providesContext: { paginationArrow: 'paginationArrow', showLabel: 'showLabel' },
  attributes: {
    paginationArrow: { type: 'string', default: 'none' },
    showLabel: { type: 'boolean', default: true },
  },
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

  render(_attributes, content, _loaded, scope) {
    if (content.trim() === '') return ''
    return `<nav${wrapperAttributes(scope, linkColorClasses(scope.block.attributes), { label: 'Pagination' })}>${content}</nav>`
  },
})

/** The common parts of the links to the next and the previous page of a query. */
const NEIGHBOUR_LINK = {
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

/** `core/query-pagination-next`: the link to the next page of a query. */
export const queryPaginationNext = defineBlock({
  ...NEIGHBOUR_LINK,
  name: 'core/query-pagination-next',
  title: 'Next Page',
  description: 'Shows the link to the next page of posts.',

  load: loadQueryTotals,

  render({ label = '' }, _content, totalOf, scope) {
    const { page, pages } = totalOf(scope.context)
    return page < pages ? pageLink('next', page + 1, label || 'Next Page', scope) : ''
  },
})

/** `core/query-pagination-previous`: the link to the previous page of a query. */
export const queryPaginationPrevious = defineBlock({
  ...NEIGHBOUR_LINK,
  name: 'core/query-pagination-previous',
  title: 'Previous Page',
  description: 'Shows the link to the previous page of posts.',

  load: loadQueryTotals,

  render({ label = '' }, _content, totalOf, scope) {
    const { page, pages } = totalOf(scope.context)
    return page > 1 && page <= pages ? pageLink('previous', page - 1, label || 'Previous Page', scope) : ''
  },
})

/** `core/query-pagination-numbers`: the links to the pages of a query by their numbers. */
export const queryPaginationNumbers = defineBlock({
  name: 'core/query-pagination-numbers',
  apiVersion: 3,
  title: 'Page Numbers',
  category: 'theme',
  description: 'Shows links to the pages of posts by their numbers.',
  parent: ['core/query-pagination'],
  usesContext: ['queryId', 'query', 'enhancedPagination'],
  usesUnlistedContext: ['postId'],
  attributes: { midSize: { type: 'number', default: 2 } },
  supports: {
    anchor: true,
    reusable: false,
    html: false,
    color: BACKGROUND_COLORS,
    typography: TYPOGRAPHY,
    interactivity: INTERACTIVITY,
  },

  load: loadQueryTotals,

  render({ midSize }, _content, totalOf, scope) {
    const { context } = scope
    const { page, pages } = totalOf(context)
    const isEnhanced = context['enhancedPagination'] === true
    const html = pageNumbers({
      page,
      pages,
      around: midSize,
      isEnhanced,
      hrefOf: number => numberedHref(context, number, scope),
    })
    return html === '' ? '' : `<div${wrapperAttributes(scope)}>${html}</div>`
  },
})

const enhancement = (step: PaginationStep): string =>
  ` data-wp-key="query-pagination-${step}" data-wp-on--click="core/query::actions.navigate" data-wp-on--mouseenter="core/query::actions.prefetch" data-wp-watch="core/query::callbacks.prefetch"`

/** The link to another page of a query. */
function pageLink(step: PaginationStep, page: number, label: string, scope: BlockScope & BlockPlace): string {
  const { context } = scope
  const isLabelled = context['showLabel'] !== false
  const arrow = paginationArrow(step, context['paginationArrow'], `wp-block-query-pagination-${step}`)
  const text = isLabelled ? escapeHtml(label) : ''
  const enhanced = context['enhancedPagination'] === true ? enhancement(step) : ''
  const wrapper = wrapperAttributes(scope, [], text === '' ? { label } : {})
  return `<a${enhanced} href="${neighbourHref(context, page, scope)}"${wrapper}>${withArrow(step, text, arrow)}</a>`
}

const pageParameterName = /^query-(?:\d{1,16}-)?page$/
const wholeNumber = /^-?\d{1,16}$/
/** The maximum number of other queries whose pages a link preserves. */
const MAX_QUERIES = 20

/** The requested pages of queries. */
const requestedPages = ({ request }: Pick<BlockScope, 'request'>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(request.query)
      .flatMap(([name, value]): [string, string][] =>
        pageParameterName.test(name) && typeof value === 'string' && wholeNumber.test(value) ? [[name, value]] : [],
      )
      .slice(0, MAX_QUERIES),
  )

const write = (parameters: ReadonlyMap<string, string>): string =>
  [...parameters].map(([name, value]) => (value === '' ? name : `${name}=${value}`)).join('&')

/** The URL of the next or the previous page of a query. */
function neighbourHref(context: BlockValues, page: number, scope: BlockScope): string {
  const parameters = new Map([...requestedPages(scope)]).set(pageParameter(context), String(page))
  return escapeUrl(`${requestPath(scope)}?${write(parameters)}`)
}

/** The URL of a page of a query by its number: relative, and without the parameter for the first page. */
function numberedHref(context: BlockValues, page: number, scope: BlockScope): string {
  const parameter = pageParameter(context)
  const requested = requestedPages(scope)
  const parameters = new Map<string, string>()
  if (page !== 1) parameters.set(parameter, String(page))
  if (requested.has(parameter)) parameters.set('cst', '')
  for (const [name, value] of requested) if (name !== parameter) parameters.set(name, value)
  return escapeUrl(`?${write(parameters)}`)
}
