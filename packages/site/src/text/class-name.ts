const letters = /[a-z]/i

/**
 * The class that a term is styled by, without its prefix: its slug, or its id where the slug is a number or holds
 * encoded letters, of which no class can be made.
 */
export const classNameOf = (term: { readonly id: number; readonly slug: string }): string => {
  const name = term.slug.replace(/%[\da-f]{2}/gi, '').replace(/[^\w-]/g, '')
  return letters.test(name) ? name : String(term.id)
}
