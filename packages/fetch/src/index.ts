export type { Dispatcher } from '@platen/core'
export type { FetchOptions } from './options.js'
export { toFetchHandler } from './to-fetch-handler.js'
