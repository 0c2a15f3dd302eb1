import { once } from '@platen/core'
import type { SanitizeTags } from './sanitize-tags.js'

/** The part of Node that is used here. The rest of this package runs everywhere, and without Node's types. */
declare const process: {
  getBuiltinModule(id: 'node:module'): { createRequire(from: string): (id: 'sanitize-html') => SanitizeTags }
}

const load = once(() => process.getBuiltinModule('node:module').createRequire(import.meta.url)('sanitize-html'))

/** The library in Node. It has a hundred modules, which many processes never need: the first call loads them. */
export const sanitizeTags: SanitizeTags = (html, options) => load()(html, options)
