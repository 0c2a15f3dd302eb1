import { type MetaRecord, type NewRecord, postMetaKeys } from '@platen/site'
import type { WxrMeta, WxrPost } from '../wxr/wxr-records.js'
import { type ImportRun, localName } from './import-run.js'

/** A meta value that is the id of another record in the file. */
export interface Reference {
  readonly key: string
  readonly target: 'post' | 'term'
  readonly fileId: number
}

/** The meta values of a post: plain values, and references to other records. */
export interface SplitMeta {
  readonly plain: readonly WxrMeta[]
  readonly references: readonly Reference[]
}

const IMAGE = postMetaKeys.featuredMedia
const OBJECT_ID = '_menu_item_object_id'
const OBJECT_TYPE = '_menu_item_object'
const REFERENCE_KEYS = new Set<string>([IMAGE, OBJECT_ID, '_menu_item_menu_item_parent'])

/** Separates the references from the plain meta values of a post. */
export function splitMeta(run: ImportRun, post: WxrPost): SplitMeta {
  const itemType = post.meta.find(({ key }) => key === '_menu_item_type')?.value
  const isReference = ({ key, value }: WxrMeta) => REFERENCE_KEYS.has(key) && /^\d{1,15}$/.test(value)
  const referring = post.meta.filter(isReference)
  return {
    plain: post.meta
      .filter(meta => !isReference(meta))
      .map(meta => (meta.key === OBJECT_TYPE ? { ...meta, value: localName(run, meta.value) } : meta)),
    references: referring.map(({ key, value }) => ({
      key,
      target: key === OBJECT_ID && itemType === 'taxonomy' ? 'term' : 'post',
      fileId: Number(value),
    })),
  }
}

/** Finds the imported record of an id in the file; `undefined` if there is none yet. */
export type FileIds = (target: Reference['target'], fileId: number) => number | undefined

/** The references of posts, resolved at once or at the end of the file. */
export interface References {
  /** The meta records of references that can be resolved now; the others are pending. */
  records(object: number, references: readonly Reference[]): readonly NewRecord<MetaRecord>[]
  /** The meta records of pending references. A target that is not in the file becomes 0, or no image. */
  pending(): readonly NewRecord<MetaRecord>[]
}

/** Starts without pending references. */
export function createReferences(idOf: FileIds): References {
  const pending: (Reference & { readonly object: number })[] = []
  const resolve = ({ target, fileId }: Reference) => (fileId === 0 ? 0 : idOf(target, fileId))
  const record = (object: number, key: string, value: number): NewRecord<MetaRecord> => ({
    kind: 'post',
    object,
    key,
    value,
  })
  return {
    records: (object, references) =>
      references.flatMap(reference => {
        const id = resolve(reference)
        if (id !== undefined) return [record(object, reference.key, id)]
        pending.push({ ...reference, object })
        return []
      }),
    pending: () =>
      pending.splice(0).flatMap(reference => {
        const { object, key } = reference
        const id = resolve(reference)
        return id === undefined && key === IMAGE ? [] : [record(object, key, id ?? 0)]
      }),
  }
}
