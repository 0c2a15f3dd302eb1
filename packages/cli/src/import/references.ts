import { addMeta, type MetaValue, postMetaKeys } from '@platen/site/import'
import type { WxrMeta, WxrPost } from '../wxr/wxr-records.js'
import { metaValues, TRASHED_STATUS_KEY } from './import-meta.js'
import { type ImportRun, localName } from './import-run.js'
import type { ReferenceKind, Source, Target } from './source-ids.js'

const IMAGE = postMetaKeys.featuredMedia
const OBJECT_ID = '_menu_item_object_id'
const OBJECT_TYPE = '_menu_item_object'
const REFERENCE_KEYS = new Set<string>([IMAGE, OBJECT_ID, '_menu_item_menu_item_parent'])

/** Whether the value of a meta key is the id of another record in the file. */
const isReference = ({ key, value }: WxrMeta) => REFERENCE_KEYS.has(key) && /^\d{1,15}$/.test(value)

/** The meta values of a post that do not refer to other records. */
export function plainMeta(run: ImportRun, { meta }: WxrPost): readonly MetaValue[] {
  const plain = meta.filter(each => !isReference(each) && each.key !== TRASHED_STATUS_KEY)
  return metaValues(
    run,
    plain.map(each => (each.key === OBJECT_TYPE ? { ...each, value: localName(run, each.value) } : each)),
  )
}

/** The meta values of posts that contain the ids of other records. */
export interface References {
  /** Collects the references of a post. They refer to records before it in the file, otherwise to later ones. */
  collect(source: Source, owner: Target, post: WxrPost): void
  /** Stores the references between stored records. */
  store(): Promise<void>
  /** Stores all others. A target that is neither in the files nor in the site becomes 0, or no image. */
  finish(): Promise<void>
}

interface Reference {
  readonly source: Source
  readonly owner: Target
  readonly type: string
  readonly key: string
  readonly kind: ReferenceKind
  readonly fileId: number
  readonly target: Target | number | undefined
}

/** Creates an empty collection of references. */
export function createReferences({ tx, actor, tallies }: ImportRun): References {
  const fresh: Reference[] = []
  const pending: Reference[] = []

  const idOf = ({ source, kind, fileId, target }: Reference, isLast: boolean): number | undefined => {
    const id = typeof target === 'object' ? target.id : target
    return id || (fileId === 0 ? 0 : isLast ? source.idOf(kind, fileId) : undefined)
  }

  const add = (references: readonly (readonly [reference: Reference, value: number])[]) =>
    addMeta(
      tx,
      actor,
      references.map(([{ owner, type, key }, value]) => ({
        kind: 'post',
        subtype: type,
        object: owner.id,
        values: [{ key, value }],
      })),
    )

  return {
    collect(source, owner, { type, meta }) {
      const itemType = meta.find(({ key }) => key === '_menu_item_type')?.value
      for (const { key, value } of meta.filter(isReference)) {
        const kind = key === OBJECT_ID && itemType === 'taxonomy' ? 'term' : 'post'
        const fileId = Number(value)
        fresh.push({ source, owner, type, key, kind, fileId, target: source.get(kind, fileId) })
      }
    },
    async store() {
      const ready: [Reference, number][] = []
      for (const reference of fresh.splice(0)) {
        const id = idOf(reference, false)
        if (id === undefined || reference.owner.id === 0) pending.push(reference)
        else ready.push([reference, id])
      }
      await add(ready)
    },
    async finish() {
      const sources = new Map<Source, Map<ReferenceKind, Set<number>>>()
      for (const reference of pending) {
        if (idOf(reference, true) !== undefined) continue
        const kinds = sources.get(reference.source) ?? new Map<ReferenceKind, Set<number>>()
        sources.set(reference.source, kinds)
        kinds.set(reference.kind, (kinds.get(reference.kind) ?? new Set()).add(reference.fileId))
      }
      for (const [source, kinds] of sources) for (const [kind, ids] of kinds) await source.load(kind, ids)
      const ready: [Reference, number][] = []
      for (const reference of pending.splice(0)) {
        const id = idOf(reference, true)
        const { key, kind, fileId, owner } = reference
        if (id === undefined) {
          const what = key === IMAGE ? 'featured images that are missing' : `missing ${kind}s that menu items link to`
          tallies.lose(what, `${fileId} of post ${owner.id}`)
        }
        if (id !== undefined || key !== IMAGE) ready.push([reference, id ?? 0])
      }
      await add(ready)
    },
  }
}
