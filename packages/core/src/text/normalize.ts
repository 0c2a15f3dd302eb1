/** The maximum number of marks on a letter, as in the Stream-Safe Text Format of UAX 15; no language uses more. */
const crowd = /(\p{M}{30})\p{M}+/gu

/**
 * Converts a text to a Unicode normalization form. Only the first thirty marks on a letter are preserved, because
 * sorting marks takes quadratic time.
 */
export const normalize = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text.replace(crowd, '$1').normalize(form)
