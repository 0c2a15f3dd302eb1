import { type MetaRecord, type NewRecord, postMetaKeys } from '@platen/site'
import type { WxrMeta, WxrPost } from '../wxr/wxr-records.js'
import { type ImportRun, localName } from './import-run.js'

/** A meta value that is the id of something else in the file. */
export interface Reference {
  readonly key: string
  readonly target: 'post' | 'term'
  readonly fileId: number
}

/** The meta values of a post: those that are what they are, and those that point elsewhere. */
export interface SplitMeta {
  readonly plain: readonly WxrMeta[]
  readonly references: readonly Reference[]
}

const IMAGE = postMetaKeys.featuredMedia
const OBJECT_ID = '_menu_item_object_id'
const OBJECT_TYPE = '_menu_item_object'
const POINTING = new Set<string>([IMAGE, OBJECT_ID, '_menu_item_menu_item_parent'])

/** Takes the meta values of a post apart. */
export function splitMeta(run: ImportRun, post: WxrPost): SplitMeta {
  const kindOfItem = post.meta.find(({ key }) => key === '_menu_item_type')?.value
  const isPointing = ({ key, value }: WxrMeta) => POINTING.has(key) && /^\d{1,15}$/.test(value)
  const pointing = post.meta.filter(isPointing)
  return {
    plain: post.meta
      .filter(meta => !isPointing(meta))
      .map(meta => (meta.key === OBJECT_TYPE ? { ...meta, value: localName(run, meta.value) } : meta)),
    references: pointing.map(({ key, value }) => ({
      key,
      target: key === OBJECT_ID && kindOfItem === 'taxonomy' ? 'term' : 'post',
      fileId: Number(value),
    })),
  }
}

/** Finds what the file knows by an id; `undefined` if nothing has come by it yet. */
export type FileIds = (target: Reference['target'], fileId: number) => number | undefined

/** References of posts, resolved at once or when the whole file is known. */
export interface References {
  /** The records of those that can be resolved; the others wait. */
  records(object: number, references: readonly Reference[]): readonly NewRecord<MetaRecord>[]
  /** The records of those that had to wait. What the file does not hold is nothing: 0, or no image. */
  waiting(): readonly NewRecord<MetaRecord>[]
}

/** Starts with none waiting. */
export function createReferences(idOf: FileIds): References {
  const waiting: (Reference & { readonly object: number })[] = []
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
        waiting.push({ ...reference, object })
        return []
      }),
    waiting: () =>
      waiting.splice(0).flatMap(reference => {
        const { object, key } = reference
        const id = resolve(reference)
        return id === undefined && key === IMAGE ? [] : [record(object, key, id ?? 0)]
      }),
  }
}
