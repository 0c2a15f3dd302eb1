type Internals = typeof import('../../packages/site/src/internals.js')

const bundle = new URL('../../../packages/site/bundle/', import.meta.url)

/** What the site package does not export of its modules, and is used together with sites that it creates. */
export const internals = (await import(new URL('internals.js', bundle).href)) as Internals
