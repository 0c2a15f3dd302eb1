/** No letter of a language has so many marks (this is what UAX 15 lets a stream expect). */
const crowd = /(\p{M}{30})\p{M}+/gu

/**
 * A text in a normal form of Unicode. Of more than thirty marks on one letter only the first thirty are kept: putting marks
 * in order takes a time that grows with the square of their number.
 */
export const normalize = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text.replace(crowd, '$1').normalize(form)
