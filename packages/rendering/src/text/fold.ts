import { normalize } from './normalize.js'

const ascii = /^[\0-\x7f]*$/
const marks = /\p{M}+/gu

/** Folds text for search and sorting: decomposed (NFD), without combining marks, in lower case. */
export const fold = (text: string): string =>
  ascii.test(text) ? text.toLowerCase() : normalize(text, 'NFD').replace(marks, '').toLowerCase()
