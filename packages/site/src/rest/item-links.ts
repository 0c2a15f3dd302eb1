import type { Links } from '@platen/core'
import type { SiteContext } from '../site-context.js'

/**
 * The links of records that have none in some dialects: to the record, whose path below the collection `pathOf` returns,
 * unless it has no URL, and to its collection.
 */
export function itemLinks<R>(
  { apiUrl, namespace, dialect }: SiteContext,
  collection: string,
  pathOf?: (record: R) => string,
): { readonly links?: { of(record: R): Links } } {
  if (!dialect.linksEveryItem) return {}
  const href = `${apiUrl}/${namespace}${collection}`
  return {
    links: {
      of: record => ({
        ...(pathOf && { self: [{ href: `${href}/${pathOf(record)}` }] }),
        collection: [{ href }],
      }),
    },
  }
}
