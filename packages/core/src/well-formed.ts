/** Replaces lone surrogates, which cannot be encoded, with the replacement character. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')
