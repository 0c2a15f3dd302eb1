const usual = /^[a-z_][\w-]*$/i
const encoded = /%[\da-f]{2}/gi
const notInClass = /[^\w-]/g
const isNumber = /^\d+(?:e\d+)?$/i
const isBlank = /^-*$/

/**
 * The CSS class of a term, without a prefix: its slug without encoded letters, or its id if only a number or dashes would
 * remain.
 */
export const classNameOf = (term: { readonly id: number; readonly slug: string }): string => {
  if (usual.test(term.slug)) return term.slug
  const name = term.slug.replace(encoded, '').replace(notInClass, '')
  return isNumber.test(name) || isBlank.test(name) ? String(term.id) : name
}
