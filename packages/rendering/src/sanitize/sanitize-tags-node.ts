import type { SanitizeTags } from './sanitize-tags.js'

/** What is used of Node. The rest of this package runs everywhere, and sees no types of it. */
declare const process: {
  getBuiltinModule(id: 'node:module'): { createRequire(from: string): (id: 'sanitize-html') => SanitizeTags }
}

let loaded: SanitizeTags | undefined

/** The library in Node. It has a hundred modules, which many processes never need: they are loaded at the first call. */
export const sanitizeTags: SanitizeTags = (html, options) => {
  loaded ??= process.getBuiltinModule('node:module').createRequire(import.meta.url)('sanitize-html')
  return loaded(html, options)
}
