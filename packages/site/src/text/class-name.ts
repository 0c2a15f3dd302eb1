/** The class of a term. */
export function classNameOf(term: { readonly id: number; readonly slug: string }): string {
  return term.slug
}
