const ascii = /^[\0-\x7f]*$/
const marks = /\p{M}+/gu

/** Folds text for searching and sorting: decomposed, without combining marks, in lower case. */
export const fold = (text: string): string =>
  ascii.test(text) ? text.toLowerCase() : text.normalize('NFD').replace(marks, '').toLowerCase()
