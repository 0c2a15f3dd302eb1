import { addMeta, type ImportedPost, type MetaValue, postMetaKeys } from '@platen/site'
import type { WxrMeta, WxrPost } from '../wxr/wxr-records.js'
import { metaValues, TRASHED_STATUS_KEY } from './import-meta.js'
import { type ImportRun, localName } from './import-run.js'

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
    plain.map(each => (each.key === OBJECT_TYPE ? { ...each, value: localName(run, each.value) } : each)),
  )
}

/** A post of the file: its id in the site or, in the current batch, the input that it is imported from. */
export type Target = number | ImportedPost

/** Finds the record with an id in the file; `undefined` if there is none yet. */
export type FindTarget = (kind: 'post' | 'term', fileId: number) => Target | undefined

/** The meta values of posts that contain the ids of other records. */
export interface References {
  /** Collects the references of a post. They refer to records before it in the file, otherwise to later ones. */
  collect(owner: ImportedPost, post: WxrPost): void
  /**
   * Stores the references whose targets are stored; `idOf` returns the id of a post of the batch. With `isEnd`, it
   * stores all of them: a target that is not in the file becomes 0, or no image.
   */
  store(idOf: (post: ImportedPost) => number, isEnd?: boolean): Promise<void>
}

interface Reference {
  readonly owner: Target
  readonly type: string
  readonly key: string
  readonly target: Target | undefined
  readonly find: () => Target | undefined
}

/** Creates an empty collection of references. */
export function createReferences({ tx, actor }: ImportRun, find: FindTarget): References {
  const fresh: Reference[] = []
  const pending: Reference[] = []
  return {
    collect(owner, { meta }) {
      const itemType = meta.find(({ key }) => key === '_menu_item_type')?.value
      for (const { key, value } of meta.filter(isReference)) {
        const kind = key === OBJECT_ID && itemType === 'taxonomy' ? 'term' : 'post'
        const findNow = () => (Number(value) === 0 ? 0 : find(kind, Number(value)))
        fresh.push({ owner, type: owner.type, key, target: findNow(), find: findNow })
      }
    },
    async store(idOfPost, isEnd = false) {
      const idOf = (target: Target) => (typeof target === 'number' ? target : idOfPost(target))
      const values = (isEnd ? pending : fresh).splice(0).flatMap(each => {
        const object = idOf(each.owner)
        const target = isEnd ? (each.find() ?? (each.key === IMAGE ? undefined : 0)) : each.target
        if (target !== undefined)
          return [{ kind: 'post', subtype: each.type, object, values: [{ key: each.key, value: idOf(target) }] }]
        if (!isEnd) pending.push({ ...each, owner: object })
        return []
      })
      await addMeta(tx, actor, values)
    },
  }
}
