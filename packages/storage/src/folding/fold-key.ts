import { normalize } from '@platen/core'

export const ASCII = /^[\0-\x7f]*$/
const marks = /\p{M}+/gu

/**
 * Folds text for unique keys, such as logins: decomposed (NFD), without combining marks, in lower case. The function
 * never changes, because stored records must not get equal keys.
 */
export const foldKey = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : normalize(text, 'NFD').replace(marks, '').toLowerCase()
