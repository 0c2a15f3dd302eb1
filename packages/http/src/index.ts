export type { CorsOptions, PageHandler } from '@platen/core'
export { createListener } from './listener.js'
export type { Dispatcher, HttpOptions } from './options.js'
export { createHttpServer, createListenerServer, type HttpServer } from './server.js'
