export type { CorsOptions } from './cors.js'
export { createListener } from './listener.js'
export type { Dispatcher, HttpOptions } from './options.js'
export { createHttpServer, type HttpServer } from './server.js'
