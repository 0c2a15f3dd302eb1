import type { InterfaceNames, Link, Links } from '../links.js'
import { linksWriter } from './json/write-links.js'
import { EMPTY_LIST_LINK, groupByRelation, hrefParts, type LinkRow } from './link-row.js'

/** The links of the records of a resource: as values and, for lists, as JSON. */
export interface ResourceLinks<R, V> {
  of(record: R, view: V): Links
  /**
   * The links that `_embed` follows, with only `embeddable` and `href`, and `EMPTY_LIST_LINK` for links to empty lists.
   * By default, the links of `of`.
   */
  embeddable?(record: R, view: V): Links
  /** The JSON of `_links`, with the same links and their `curies`. By default, written from `of`. */
  text?(record: R, view: V): string
}

/** Creates the links of a resource from a table of rows. */
export function linkTable<R, V>(rows: readonly LinkRow<R, V>[], names: InterfaceNames): Required<ResourceLinks<R, V>> {
  // Planned on first use: a site has many resources, of which few are used.
  let of: ReturnType<typeof linksOf<R, V>> | undefined
  let embeddable: typeof of
  let text: ReturnType<typeof linksWriter<R, V>> | undefined
  return {
    of(record, view) {
      of ??= linksOf(rows)
      return of(record, view)
    },
    embeddable(record, view) {
      embeddable ??= embeddableOf(rows)
      return embeddable(record, view)
    },
    text(record, view) {
      text ??= linksWriter(rows, names)
      return text(record, view)
    },
  }
}

function linksOf<R, V>(rows: readonly LinkRow<R, V>[]): (record: R, view: V) => Links {
  const relations = groupByRelation(rows)
  return (record, view) => {
    const links: Record<string, readonly Link[]> = {}
    for (const [name, own] of relations) {
      const found = own
        .filter(({ when }) => when === undefined || when(record, view))
        .flatMap(row => linksOfRow(row, record, view))
      if (found.length > 0) links[name] = found
    }
    return links
  }
}

/** Several links of each item in a list are followed, so they are created in one pass. */
function embeddableOf<R, V>(rows: readonly LinkRow<R, V>[]): (record: R, view: V) => Links {
  const relations = groupByRelation(rows.filter(({ attributes }) => attributes?.['embeddable'] === true))
  return (record, view) => {
    const links: Record<string, readonly Link[]> = {}
    for (const [name, own] of relations) {
      const found: Link[] = []
      for (const row of own) {
        if (row.when !== undefined && !row.when(record, view)) continue
        const isEmpty = row.empty?.(record, view) === true
        if (isEmpty) found.push(EMPTY_LIST_LINK)
        else for (const href of hrefsOf(row, record, view)) found.push({ embeddable: true, href })
      }
      if (found.length > 0) links[name] = found
    }
    return links
  }
}

function hrefOf<R, V>(row: LinkRow<R, V>, record: R, view: V): string {
  let href = ''
  for (const part of hrefParts(row)) href += typeof part === 'string' ? part : part(record, view)
  return href
}

function hrefsOf<R, V>(row: LinkRow<R, V>, record: R, view: V): readonly string[] {
  const href = hrefOf(row, record, view)
  return row.each === undefined ? [href] : row.each(record, view).map(id => `${href}${id}`)
}

function linksOfRow<R, V>(row: LinkRow<R, V>, record: R, view: V): readonly Link[] {
  if (row.each === undefined) return [linkOf(row, record, view)]
  return hrefsOf(row, record, view).map(href => ({ ...row.attributes, href }))
}

function linkOf<R, V>(row: LinkRow<R, V>, record: R, view: V): Link {
  const { attributes, computed, allow } = row
  const link: Record<string, unknown> & { href: string } = { ...attributes, href: hrefOf(row, record, view) }
  for (const name in computed) link[name] = computed[name]?.(record, view)
  const methods = allow?.(record, view) ?? []
  if (methods.length > 0) link['targetHints'] = { allow: methods }
  return link
}
