import { canonicalJson, groupBy } from '@platen/core'
import { trimSpace } from '@platen/rendering'
import type { StoreSession } from '@platen/storage'
import type { SiteContext } from '../../kernel/context/index.js'
import { type MetaRecord, metaIn, type PostRecord, whereMeta } from '../../kernel/records/index.js'
import { type MetaKey, metaKeys } from '../meta/index.js'

/** The meta keys of a post type that its revisions contain. */
export const revisionedKeys = (site: Pick<SiteContext, 'get'>, type: string): readonly MetaKey[] =>
  site
    .get(metaKeys)
    .of('post', type)
    .filter(({ revisionsEnabled }) => revisionsEnabled)

/** The values of some keys of posts or revisions, with one query. */
export async function loadMeta(
  store: StoreSession,
  keys: readonly MetaKey[],
  ids: readonly number[],
): Promise<(id: number) => readonly MetaRecord[]> {
  if (keys.length === 0 || ids.length === 0) return () => []
  const { and, eq, in: isIn } = whereMeta
  const names = keys.map(({ key }) => key)
  const { records } = await metaIn(store).find({
    where: and(eq('kind', 'post'), isIn('object', ids), isIn('key', names)),
    order: [{ by: 'field', field: 'id', direction: 'asc' }],
  })
  const byObject = groupBy(records, ({ object }) => object)
  return id => byObject.get(id) ?? []
}

/** Whether two objects have the same values of the keys, in the same order. */
export const isSameMeta = (keys: readonly MetaKey[], a: readonly MetaRecord[], b: readonly MetaRecord[]): boolean =>
  keys.every(key => valuesOf(key, a) === valuesOf(key, b))

const valuesOf = ({ key }: MetaKey, records: readonly MetaRecord[]): string =>
  canonicalJson(records.filter(record => record.key === key).map(({ value }) => value))

/** Copies values to posts or revisions, by their ids. */
export async function copyMeta(store: StoreSession, copies: ReadonlyMap<number, readonly MetaRecord[]>): Promise<void> {
  const records = [...copies].flatMap(([object, values]) =>
    values.map(({ key, value }) => ({ kind: 'post', object, key, value })),
  )
  if (records.length > 0) await metaIn(store).insertMany(records)
}

/** Removes all meta of revisions. */
export async function removeMeta(store: StoreSession, ids: readonly number[]): Promise<void> {
  await metaIn(store).removeWhere(whereMeta.and(whereMeta.eq('kind', 'post'), whereMeta.in('object', ids)))
}

const evenSpace = (text: string): string =>
  trimSpace(text)
    .replaceAll('\r', '\n')
    .replace(/\n+/g, '\n')
    .replace(/[ \t]+/g, ' ')

/** Whether two texts are the same, ignoring surrounding white space and the amount of white space between words. */
export const isSameText = (one: string, other: string): boolean => one === other || evenSpace(one) === evenSpace(other)

type Texts = Pick<PostRecord, 'title' | 'content' | 'excerpt'>

/** Whether all texts of two posts are the same according to {@link isSameText}. */
export const hasSameTexts = (one: Texts, other: Texts): boolean =>
  isSameText(one.title, other.title) && isSameText(one.content, other.content) && isSameText(one.excerpt, other.excerpt)
