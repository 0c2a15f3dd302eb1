// The search over handlers that features register.
export { type SearchPart, type SearchRegistrations, searchFeature } from './search-feature.js'
export type { SearchHandler, SearchHandlerFactory, SearchItem, SearchPage, SearchQuery } from './search-handler.js'
