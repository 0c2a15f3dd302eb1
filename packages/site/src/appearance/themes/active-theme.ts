import type { ActiveTheme, Theme } from './reading/theme.js'

/** The theme's own items, then those of its parent whose key it does not have. */
function inherited<T>(own: readonly T[], others: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const keys = new Set(own.map(keyOf))
  return Object.freeze([...own, ...others.filter(item => !keys.has(keyOf(item)))])
}

const slugOf = ({ slug }: { readonly slug: string }): string => slug
const nameOf = ({ name }: { readonly name: string }): string => name

/** A theme as a site shows it, including everything that it inherits from its parent. */
export function withParent(theme: Theme, parent: Theme | undefined): ActiveTheme {
  if (parent === undefined) return Object.freeze({ ...theme, jsons: Object.freeze([theme.json]) })
  return Object.freeze({
    ...theme,
    parent,
    templates: inherited(theme.templates, parent.templates, slugOf),
    parts: inherited(theme.parts, parent.parts, slugOf),
    patterns: inherited(theme.patterns, parent.patterns, nameOf),
    variations: inherited(theme.variations, parent.variations, nameOf),
    jsons: Object.freeze([parent.json, theme.json]),
  })
}
