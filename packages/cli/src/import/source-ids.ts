import { isUrl, trimEndCharacters } from '@platen/core'
import {
  commentsIn,
  metaIn,
  type PostRecord,
  postsIn,
  termsIn,
  whereComments,
  whereMeta,
  wherePosts,
  whereTerms,
} from '@platen/site'
import type { Actor, Tx } from '@platen/site/extend'
import { addMeta } from '@platen/site/import'

/** The kinds of records that others refer to by id. */
const KINDS = ['post', 'term', 'user', 'comment'] as const

/** A kind of record that others refer to by id. */
export type ReferenceKind = (typeof KINDS)[number]

/** Whether records of a kind are imported. */
export const isReferenceKind = (kind: string): kind is ReferenceKind => KINDS.some(each => each === kind)

/** A record of a file: its id in the site, 0 until it is stored. */
export interface Target {
  id: number
}

/** A site that files come from, and the ids of its records in this site. */
export interface Source {
  /** The URL; empty if the file does not contain it. */
  readonly url: string
  /**
   * Notes the record with an id in the file. If an id occurs twice, later references mean the later record. Comments that keep
   * their ids need not be noted: `load` finds them.
   */
  set(kind: ReferenceKind, fileId: number, target: Target | number): void
  /** The record with an id in the files so far; `undefined` without one. */
  get(kind: ReferenceKind, fileId: number): Target | number | undefined
  /** The id of a record of this import, or of an earlier one after `load`; `undefined` without one. */
  idOf(kind: ReferenceKind, fileId: number): number | undefined
  /** Notes the guid of a post in the files. */
  includeGuid(guid: string): void
  /**
   * Looks up records whose ids are not noted, such as those of earlier imports: by the ids that they had; and if they have
   * kept these, posts with guids of the same server as those in the files, and comments of such posts.
   */
  load(kind: ReferenceKind, fileIds: Iterable<number>): Promise<void>
}

/** The sites that the files of an import come from. */
export interface Sources {
  /** The site of the current file. */
  readonly current: Source
  /** Changes the current site, by its URL. */
  use(url: string): void
  /** Stores ids for later imports. */
  store(): Promise<void>
}

/** The meta key of the site and the id that an imported record had there: of users, and of others with new ids. */
const SOURCE_KEY = '_import_source'
/** The parameters of guids that contain an id. */
const GUID_IDS = ['p', 'page_id', 'attachment_id']
/** How many ids one query looks up. */
const BATCH = 500

/** How many servers the guids of one site may name. */
const MAX_SERVERS = 100

/** The server in a guid; most guids that are not URLs have the same. */
const serverOf = (guid: string): string => (isUrl(guid) ? new URL(guid).host : guid.slice(0, guid.lastIndexOf(':') + 1))

const idIn = (target: Target | number): number => (typeof target === 'object' ? target.id : target)

function* inParts<T>(values: readonly T[]): Generator<readonly T[]> {
  for (let first = 0; first < values.length; first += BATCH) yield values.slice(first, first + BATCH)
}

/** An account of this site must never become the author of what others have written. */
type KeptKind = Exclude<ReferenceKind, 'user'>

/** Whether a post is from the site of a file. */
type PostTest = (post: Pick<PostRecord, 'id' | 'guid'>) => boolean

/** Creates the sites of an import. */
export function createSources({ tx, actor }: { readonly tx: Tx; readonly actor: Actor }): Sources {
  const { store } = tx
  const sources = new Map<string, Source>()
  const ownIds = new Map<Source, ReadonlyMap<ReferenceKind, Map<number, Target | number>>>()

  /** Records of earlier imports by their ids in a site. */
  async function stored(url: string, kind: ReferenceKind, ids: readonly number[]): Promise<Map<number, number>> {
    const { and, eq, in: isIn } = whereMeta
    const byText = new Map(ids.map(id => [`${url} ${id}`, id]))
    const { records } = await metaIn(store).find({
      where: and(eq('kind', kind), eq('key', SOURCE_KEY), isIn('value', [...byText.keys()])),
      order: [{ by: 'field', field: 'id', direction: 'asc' }],
    })
    const found = new Map<number, number>()
    for (const { value, object } of records) {
      const id = typeof value === 'string' ? byText.get(value) : undefined
      if (id !== undefined) found.set(id, object)
    }
    return found
  }

  /** Records that have kept their ids: terms, and posts of the site that the files come from, with their comments. */
  async function kept(isFromSite: PostTest, kind: KeptKind, ids: readonly number[]): Promise<Map<number, number>> {
    const { and, eq, in: isIn } = whereMeta
    const moved = await metaIn(store).find({ where: and(eq('kind', kind), isIn('object', ids), eq('key', SOURCE_KEY)) })
    const others = new Set(moved.records.map(({ object }) => object))
    const records = await recordsOf(isFromSite, kind, ids)
    return new Map(records.filter(({ id }) => !others.has(id)).map(({ id }) => [id, id]))
  }

  async function recordsOf(
    isFromSite: PostTest,
    kind: KeptKind,
    ids: readonly number[],
  ): Promise<readonly { readonly id: number }[]> {
    if (kind === 'term') return termsIn(store).pick([], { where: whereTerms.in('id', ids) })
    if (kind === 'comment') {
      const comments = await commentsIn(store).pick(['post'], { where: whereComments.in('id', ids) })
      const commented = await recordsOf(isFromSite, 'post', [...new Set(comments.map(({ post }) => post))])
      const posts = new Set(commented.map(({ id }) => id))
      return comments.filter(({ post }) => posts.has(post))
    }
    const posts = await postsIn(store).pick(['guid'], { where: wherePosts.in('id', ids) })
    return posts.filter(isFromSite)
  }

  /** Posts of other imports, by the ids in their guids. */
  async function identified(url: string, ids: readonly number[]): Promise<Map<number, number>> {
    const byGuid = new Map<string, number>()
    for (const id of ids) for (const name of GUID_IDS) byGuid.set(`${url}/?${name}=${id}`, id)
    const { records } = await postsIn(store).find({ where: wherePosts.in('guid', [...byGuid.keys()]) })
    return new Map(records.map(({ guid, id }) => [byGuid.get(guid) ?? 0, id]))
  }

  function createSource(url: string): Source {
    const own = new Map<ReferenceKind, Map<number, Target | number>>()
    const earlier = new Map<ReferenceKind, Map<number, number>>()
    for (const kind of KINDS) {
      own.set(kind, new Map())
      earlier.set(kind, new Map())
    }
    const servers = new Set(url === '' ? [] : [serverOf(url)])
    const source: Source = {
      url,
      includeGuid(guid) {
        if (guid !== '' && servers.size < MAX_SERVERS) servers.add(serverOf(guid))
      },
      set(kind, fileId, target) {
        if (fileId > 0) own.get(kind)?.set(fileId, target)
      },
      get: (kind, fileId) => own.get(kind)?.get(fileId),
      idOf(kind, fileId) {
        return idIn(own.get(kind)?.get(fileId) ?? 0) || earlier.get(kind)?.get(fileId)
      },
      async load(kind, fileIds) {
        const found = earlier.get(kind)
        const missing = [...new Set(fileIds)].filter(id => id > 0 && source.idOf(kind, id) === undefined)
        // The guid of a post with comments may be missing in the file.
        const imported = new Set(kind === 'comment' ? Array.from(own.get('post')?.values() ?? [], idIn) : [])
        const isFromSite: PostTest = ({ id, guid }) => imported.has(id) || servers.has(serverOf(guid))
        const lookups = [
          (ids: readonly number[]) => stored(url, kind, ids),
          ...(kind === 'post' ? [(ids: readonly number[]) => identified(url, ids)] : []),
          ...(kind === 'user' ? [] : [(ids: readonly number[]) => kept(isFromSite, kind, ids)]),
        ]
        for (const part of inParts(missing)) {
          let ids = part
          for (const lookup of lookups) {
            for (const [id, object] of ids.length === 0 ? [] : await lookup(ids)) found?.set(id, object)
            ids = ids.filter(id => found?.has(id) !== true)
          }
        }
      },
    }
    ownIds.set(source, own)
    return source
  }

  let current = createSource('')
  sources.set('', current)
  return {
    get current() {
      return current
    },
    use(given) {
      const url = trimEndCharacters(given.trim(), '/')
      current = sources.get(url) ?? createSource(url)
      sources.set(url, current)
    },
    async store() {
      for (const source of sources.values()) {
        for (const [kind, targets] of ownIds.get(source) ?? []) {
          const needed = [...targets.keys()].filter(id => kind === 'user' || source.idOf(kind, id) !== id)
          for (const part of inParts(needed)) {
            const known = await stored(source.url, kind, part)
            const values = part.flatMap(fileId => {
              const object = source.idOf(kind, fileId)
              return object === undefined || known.get(fileId) === object
                ? []
                : [{ kind, subtype: '', object, values: [{ key: SOURCE_KEY, value: `${source.url} ${fileId}` }] }]
            })
            await addMeta(tx, actor, values)
          }
        }
      }
    },
  }
}
