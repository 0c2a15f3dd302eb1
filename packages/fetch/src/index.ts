export type { Dispatcher, FetchOptions } from './options.js'
export { toFetchHandler } from './to-fetch-handler.js'
