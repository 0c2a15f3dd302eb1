import { type BlockValues, escapeUrl } from '@platen/rendering'
import { type BlockScope, requestPath } from '../../kernel/blocks/index.js'
import { pageParameter } from './query-request.js'

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

/** The URL of another page of a query, for the neighbour of the current page. */
export function neighbourHref(context: BlockValues, page: number, scope: BlockScope): string {
  const parameters = new Map([...requestedPages(scope)]).set(pageParameter(context), String(page))
  return escapeUrl(`${requestPath(scope)}?${write(parameters)}`)
}

/** The URL of a page of a query by its number: relative, and without the parameter for the first page. */
export function numberedHref(context: BlockValues, page: number, scope: BlockScope): string {
  const own = pageParameter(context)
  const requested = requestedPages(scope)
  const parameters = new Map<string, string>()
  if (page !== 1) parameters.set(own, String(page))
  if (requested.has(own)) parameters.set('cst', '')
  for (const [name, value] of requested) if (name !== own) parameters.set(name, value)
  return escapeUrl(`?${write(parameters)}`)
}
