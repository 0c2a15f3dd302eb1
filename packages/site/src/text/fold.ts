const ASCII = /^[\x00-\x7f]*$/

/** Folds a text for searching and sorting: canonical decomposition, marks removed, lower case. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text.normalize('NFD').replace(/\p{M}+/gu, '').toLowerCase()
}
