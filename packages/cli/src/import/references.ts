import { addMeta, type MetaValue, postMetaKeys, referenceKind } from '@platen/site/import'
import type { WxrMeta, WxrPost } from '../wxr/wxr-records.js'
import { metaValues, TRASHED_STATUS_KEY } from './import-meta.js'
import { type ImportRun, localName } from './import-run.js'
import { readSerialized } from './serialized-values.js'
import { isReferenceKind, type ReferenceKind, type Source, type Target } from './source-ids.js'

const IMAGE = postMetaKeys.featuredMedia
const OBJECT_ID = '_menu_item_object_id'
const OBJECT_TYPE = '_menu_item_object'
const REFERENCE_KEYS = new Set<string>([IMAGE, OBJECT_ID, '_menu_item_menu_item_parent'])
const ID = /^\d{1,15}$/

/** A record of a file that has meta. */
export interface Referring {
  readonly kind: 'post' | 'term' | 'comment'
  /** The post type or taxonomy in the site; empty for comments. */
  readonly subtype: string
  /** Its id in the file. */
  readonly id: number
  readonly meta: readonly WxrMeta[]
}

/** A post of a file, which has meta. */
export const referringPost = (run: ImportRun, { type, id, meta }: WxrPost): Referring => ({
  kind: 'post',
  subtype: localName(run, type),
  id,
  meta,
})

/** The meta values of a record that do not refer to others. */
export function plainMeta(run: ImportRun, record: Referring): readonly MetaValue[] {
  const plain = record.meta.filter(each => referenceIn(run, record, each) === undefined)
  if (record.kind !== 'post') return metaValues(run, plain)
  return metaValues(
    run,
    plain
      .filter(({ key }) => key !== TRASHED_STATUS_KEY)
      .map(each => (each.key === OBJECT_TYPE ? { ...each, value: localName(run, each.value) } : each)),
  )
}

/** The meta values that contain the ids of other records. */
export interface References {
  /** Collects the references of a record. They refer to records before it in the file, otherwise to later ones. */
  collect(source: Source, owner: Target, record: Referring): void
  /** Stores the references between stored records. */
  store(): Promise<void>
  /** Stores all others. A target that is neither in the files nor in the site is omitted; menu items refer to 0. */
  finish(): Promise<void>
}

interface Reference {
  readonly source: Source
  readonly owner: Target
  readonly of: Omit<Referring, 'id' | 'meta'>
  readonly key: string
  readonly kind: ReferenceKind
  /** Whether the value is a list of ids. */
  readonly isList: boolean
  readonly targets: readonly ReferenceTarget[]
}

interface ReferenceTarget {
  readonly fileId: number
  readonly target: Target | number | undefined
}

/** The ids of other records in a meta value of a record; `undefined` if it is another value. */
function referenceIn(run: ImportRun, { kind: of, subtype, meta }: Referring, { key, value }: WxrMeta) {
  if (of === 'post' && REFERENCE_KEYS.has(key)) {
    if (!ID.test(value)) return undefined
    const itemType = meta.find(each => each.key === '_menu_item_type')?.value
    const kind: ReferenceKind = key === OBJECT_ID && itemType === 'taxonomy' ? 'term' : 'post'
    return { kind, isList: false, fileIds: [Number(value)] }
  }
  const kind = referenceKind(run.tx.site, of, subtype, key)
  if (kind === undefined) return undefined
  const list = listOf(value)
  const texts = list?.map(String) ?? [value]
  if (!texts.every(text => ID.test(text))) return undefined
  return { kind, isList: list !== undefined, fileIds: texts.map(Number) }
}

function listOf(text: string): readonly unknown[] | undefined {
  const value = readSerialized(text)?.value
  return Array.isArray(value) ? value : undefined
}

/** Creates an empty collection of references. */
export function createReferences(run: ImportRun): References {
  const { tx, actor, tallies } = run
  const fresh: Reference[] = []
  const pending: Reference[] = []

  const idOf = (
    { source, kind }: Reference,
    { fileId, target }: ReferenceTarget,
    isLast: boolean,
  ): number | undefined => {
    const id = typeof target === 'object' ? target.id : target
    return id || (fileId === 0 ? 0 : isLast ? source.idOf(kind, fileId) : undefined)
  }

  /** The ids of the targets in the site, without those that are not known. */
  const idsOf = (reference: Reference, isLast: boolean): readonly number[] =>
    reference.targets.flatMap(target => idOf(reference, target, isLast) ?? [])

  const storedValue = ({ isList }: Reference, ids: readonly number[]) => (isList ? ids : (ids[0] ?? 0))

  const add = (references: readonly (readonly [reference: Reference, value: unknown])[]) =>
    addMeta(
      tx,
      actor,
      references.map(([{ owner, of, key }, value]) => ({
        ...of,
        object: owner.id,
        values: [{ key, value }],
      })),
    )

  async function storeFresh(): Promise<void> {
    const ready: [Reference, unknown][] = []
    for (const reference of fresh.splice(0)) {
      const ids = idsOf(reference, false)
      if (ids.length < reference.targets.length || reference.owner.id === 0) pending.push(reference)
      else ready.push([reference, storedValue(reference, ids)])
    }
    await add(ready)
  }

  return {
    collect(source, owner, record) {
      const of = { kind: record.kind, subtype: record.subtype }
      for (const value of record.meta) {
        const found = referenceIn(run, record, value)
        if (found === undefined) continue
        const { key } = value
        const { kind, isList, fileIds } = found
        if (!isReferenceKind(kind)) {
          tallies.lose(`references to ${kind}s, whose ids may differ`, `${key} of ${of.kind} ${record.id}`)
          continue
        }
        const targets = fileIds.map(fileId => ({ fileId, target: source.get(kind, fileId) }))
        fresh.push({ source, owner, of, key, kind, isList, targets })
      }
    },
    store: storeFresh,
    async finish() {
      await storeFresh()
      const sources = new Map<Source, Map<ReferenceKind, Set<number>>>()
      for (const reference of pending) {
        const kinds = sources.get(reference.source) ?? new Map<ReferenceKind, Set<number>>()
        sources.set(reference.source, kinds)
        for (const target of reference.targets) {
          if (idOf(reference, target, true) !== undefined) continue
          kinds.set(reference.kind, (kinds.get(reference.kind) ?? new Set()).add(target.fileId))
        }
      }
      for (const [source, kinds] of sources) for (const [kind, ids] of kinds) await source.load(kind, ids)
      const ready: [Reference, unknown][] = []
      for (const reference of pending.splice(0)) {
        const { owner, of, targets } = reference
        for (const target of targets)
          if (idOf(reference, target, true) === undefined)
            tallies.lose(lossOf(reference), `${target.fileId} of ${of.kind} ${owner.id}`)
        const ids = idsOf(reference, true)
        if (ids.length > 0 || isOfMenu(reference)) ready.push([reference, storedValue(reference, ids)])
      }
      await add(ready)
    },
  }
}

const isOfMenu = ({ of, key }: Reference) => of.kind === 'post' && REFERENCE_KEYS.has(key) && key !== IMAGE

function lossOf(reference: Reference): string {
  const { of, key, kind } = reference
  if (of.kind === 'post' && key === IMAGE) return 'featured images that are missing'
  return isOfMenu(reference) ? `missing ${kind}s that menu items link to` : `missing ${kind}s that "${key}" refers to`
}
