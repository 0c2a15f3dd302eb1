import { type PostRecord, rewriteContent, where } from '@platen/site'
import type { ImportRun } from './import-run.js'

/** The id in the site of a record of the file; `undefined` if it is not in the file. */
export type IdOf = (kind: 'post' | 'term', fileId: number) => number | undefined

/** The content of posts that names other records by their ids: synced patterns, navigation and its links. */
export interface BlockReferences {
  /** Notes a new post if its content has such blocks. */
  collect(post: Pick<PostRecord, 'id' | 'content'>): void
  /** Writes the ids of the site, when all records of the file have theirs. */
  finish(idOf: IdOf): Promise<void>
}

/** How many posts are loaded at once. */
const BATCH = 100
/** Attributes in content have no angle brackets: these are escaped. */
const delimiter = /<!-- wp:(block|navigation|navigation-link|navigation-submenu) (\{[^<>]*\}) \/?-->/g

/** The attributes that are ids, as they are written. */
const WRITTEN = { ref: /"ref"\s*:\s*\d+/, id: /"id"\s*:\s*\d+/ }

interface Attributes {
  readonly ref?: unknown
  readonly id?: unknown
  readonly kind?: unknown
}

function parsed(json: string): Attributes {
  try {
    return JSON.parse(json) as Attributes
  } catch {
    return {}
  }
}

/** Which attribute of a block is an id, and of what. */
function referenceOf(name: string, { kind }: Attributes) {
  if (name === 'block' || name === 'navigation') return { key: 'ref', kind: 'post' } as const
  if (kind === 'taxonomy') return { key: 'id', kind: 'term' } as const
  return kind === 'post-type' ? ({ key: 'id', kind: 'post' } as const) : undefined
}

/** Replaces the ids of other records in the blocks of a content. */
export function mapBlockReferences(content: string, idOf: IdOf): string {
  return content.replace(delimiter, (whole: string, name: string, json: string) => {
    const attributes = parsed(json)
    const reference = referenceOf(name, attributes)
    const before = reference && attributes[reference.key]
    if (reference === undefined || typeof before !== 'number') return whole
    const id = idOf(reference.kind, before)
    if (id === undefined || id === before) return whole
    const written = json.replace(WRITTEN[reference.key], `"${reference.key}":${id}`)
    // An inner object may have had the key first.
    return parsed(written)[reference.key] === id ? whole.replace(json, () => written) : whole
  })
}

/** Starts without posts. */
export function createBlockReferences({ tx, actor }: ImportRun): BlockReferences {
  const ids: number[] = []
  return {
    collect({ id, content }) {
      if (content.includes('<!-- wp:block ') || content.includes('<!-- wp:navigation')) ids.push(id)
    },
    async finish(idOf) {
      for (let first = 0; first < ids.length; first += BATCH) {
        const batch = where.posts.in('id', ids.slice(first, first + BATCH))
        const { records } = await tx.store.posts.find({ where: batch })
        for (const post of records) {
          const content = mapBlockReferences(post.content, idOf)
          if (content !== post.content) await rewriteContent(tx, actor, post.id, content)
        }
      }
    },
  }
}
