import type { LinkRow } from '@platen/core'
import type { SiteContext, SitePrincipal } from '../../../kernel/context/index.js'
import type { MetaRecord } from '../../../kernel/records/index.js'
import { indexedKeysOf } from '../indexing/indexed-keys.js'
import { targetsIn } from '../indexing/targets.js'
import type { MetaKey } from '../meta-keys.js'
import { admits, findTargets } from './find-targets.js'
import { targetKind } from './relations.js'

/** The objects that keys refer to and that the caller may read: their subtypes by id. */
export type LinkedTargets = ReadonlyMap<MetaKey, ReadonlyMap<number, string>>

/** The keys of a subtype that objects have links for. */
export const linkedKeys = (site: SiteContext, kind: string, subtype: string): readonly MetaKey[] =>
  indexedKeysOf(site, kind, subtype)
    .map(({ key }) => key)
    .filter(({ showInRest, refersTo }) => showInRest && refersTo !== undefined)

/** What the links of some keys need: nothing without keys. */
export const linkNeeds = (keys: readonly MetaKey[]): readonly ('meta' | 'linked')[] =>
  keys.length === 0 ? [] : ['meta', 'linked']

const NONE: LinkedTargets = new Map()

/** Finds the objects that a page of objects links to, with one query for each kind. */
export async function loadTargets(
  site: SiteContext,
  keys: readonly MetaKey[],
  meta: ReadonlyMap<number, readonly MetaRecord[]> | undefined,
  principal: SitePrincipal,
): Promise<LinkedTargets> {
  if (keys.length === 0 || meta === undefined) return NONE
  const readable = keys.filter(key => key.authorizeRead(principal))
  const wanted = new Map<string, Set<number>>()
  for (const values of meta.values())
    for (const key of readable) {
      const kind = key.refersTo?.object ?? ''
      const ids = wanted.get(kind) ?? new Set()
      wanted.set(kind, ids)
      for (const id of targetsIn(key, valuesOf(key, values))) ids.add(id)
    }
  const found = new Map(
    await Promise.all(
      [...wanted].map(
        async ([kind, ids]) => [kind, await findTargets(site, site.store, kind, [...ids], principal)] as const,
      ),
    ),
  )
  return new Map(readable.map(key => [key, found.get(key.refersTo?.object ?? '') ?? new Map()]))
}

const valuesOf = ({ key, single }: MetaKey, values: readonly MetaRecord[]): readonly MetaRecord[] => {
  const ofKey = values.filter(record => record.key === key)
  return single ? ofKey.slice(0, 1) : ofKey
}

/**
 * The links to the objects that keys refer to: `meta-venue` for the key `venue`, for those that the caller may read.
 * `metaOf` returns the stored meta that may be shown for a key.
 */
export const relationLinks = <R, V extends { readonly targets: LinkedTargets }>(
  site: SiteContext,
  keys: readonly MetaKey[],
  metaOf: (record: R, view: V, key: MetaKey) => readonly MetaRecord[],
): readonly LinkRow<R, V>[] =>
  keys.flatMap(key => {
    const { refersTo } = key
    const urls = refersTo === undefined ? undefined : targetKind(site, refersTo)?.targets.urls(site)
    if (refersTo === undefined || urls === undefined) return []
    return [...urls]
      .filter(([subtype]) => admits(refersTo, subtype))
      .map(
        ([subtype, url]): LinkRow<R, V> => ({
          rel: `${site.dialect.prefix}:meta-${key.name}`,
          href: `${url}/`,
          attributes: { embeddable: true },
          each(record, view) {
            const targets = view.targets.get(key)
            if (targets === undefined || targets.size === 0) return []
            return targetsIn(key, valuesOf(key, metaOf(record, view, key))).filter(id => targets.get(id) === subtype)
          },
        }),
      )
  })
