import type { QueryValue } from './typed/index.js'

/** Parameters whose lists are one text. */
const JOINED = new Set(['_fields', '_embed'])

/** The text of a query. */
export const searchText = (query: Readonly<Record<string, QueryValue>>): string =>
  new URLSearchParams(
    pairsOf(
      Object.entries(query).map(([name, value]) => [
        name,
        // Without names, the whole resource would be embedded.
        JOINED.has(name) && Array.isArray(value) ? value.join() || undefined : value,
      ]),
    ),
  ).toString()

/** Names with brackets, and texts: of a query, or of a form. */
export function pairsOf(entries: readonly (readonly [string, unknown])[]): [string, string][] {
  return entries.flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return []
    if (value instanceof Date) return [[name, value.toISOString()]]
    if (Array.isArray(value)) return pairsOf(value.map(each => [`${name}[]`, each]))
    if (typeof value === 'object') return pairsOf(Object.entries(value).map(([key, each]) => [`${name}[${key}]`, each]))
    return [[name, String(value)]]
  })
}
