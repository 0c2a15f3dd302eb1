// Types: of the responses of all built-in routes, and of what a site declares.
export * from './typed/index.js'
