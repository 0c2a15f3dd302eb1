// The search over handlers that features register.
export { searchFeature } from './search-feature.js'
export type { SearchHandler, SearchHandlerFactory, SearchItem, SearchPage, SearchQuery } from './search-handler.js'
export type { SearchPart, SearchRegistrations } from './search-registrations.js'
