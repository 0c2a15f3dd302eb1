import type { SiteContext } from '../../site-context.js'
import { formatSearchHandler } from './format-search-handler.js'
import { postSearchHandler } from './post-search-handler.js'
import type { SearchHandler, SearchHandlerFactory } from './search-handler.js'
import { termSearchHandler } from './term-search-handler.js'

/** What can be searched for, by the type that clients name. */
const HANDLERS: Readonly<Record<string, SearchHandlerFactory>> = Object.freeze({
  post: postSearchHandler,
  term: termSearchHandler,
  'post-format': formatSearchHandler,
})

/** The handlers of the types that a site's dialect knows, in its order. */
export function searchHandlers(site: SiteContext): ReadonlyMap<string, SearchHandler> {
  const handlers = new Map<string, SearchHandler>()
  for (const type of site.dialect.searchTypes) {
    const make = HANDLERS[type]
    if (make !== undefined) handlers.set(type, make(site))
  }
  return handlers
}
