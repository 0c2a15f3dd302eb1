import { type PostRecord, rewriteContent, where } from '@platen/site'
import { mapFileReferences, mayNameFiles } from './file-references.js'
import type { ImportRun } from './import-run.js'
import { replaceIds } from './json-attributes.js'

/** Returns the site's id for a record with an id in the file; `undefined` if the file does not contain it. */
export type IdOf = (kind: 'post' | 'term', fileId: number) => number | undefined

/** Posts whose content refers to other records by id: in blocks, in shortcodes, and in the HTML of images. */
export interface ContentReferences {
  /** Collects a new post if its content may have such references. */
  collect(post: Pick<PostRecord, 'id' | 'content'>): void
  /**
   * Replaces the ids with the ids in the site, once all records of the file have one. References to files are replaced
   * only if posts have moved to other ids.
   */
  finish(idOf: IdOf, postsMoved: boolean): Promise<void>
}

/** How many posts are loaded at once. */
const BATCH = 100

/** The attributes that contain the id of a file, or the ids of several files, by block. */
const FILE_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['image', 'id'],
  ['gallery', 'ids'],
  ['cover', 'id'],
  ['media-text', 'mediaId'],
  ['file', 'id'],
  ['audio', 'id'],
  ['video', 'id'],
])
const fileBlock = /<!-- wp:(?:core\/)?(?:image|gallery|cover|media-text|file|audio|video) \{/
/** The JSON of attributes contains no angle brackets, because they are escaped. */
const delimiter = /<!-- wp:(?:core\/)?([a-z-]+) (\{[^<>]*\}) \/?-->/g

interface Reference {
  readonly key: string
  readonly kind: 'post' | 'term'
}

function parsed(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** The attribute of a block that contains ids, and the kind of record that they refer to. */
function referenceOf(name: string, json: string): Reference | undefined {
  const isLink = name === 'navigation-link' || name === 'navigation-submenu'
  const file = FILE_ATTRIBUTES.get(name)
  if (!isLink && name !== 'block' && name !== 'navigation' && file === undefined) return undefined
  const attributes = parsed(json)
  if (attributes === undefined) return undefined
  if (file !== undefined) return { key: file, kind: 'post' }
  if (!isLink) return { key: 'ref', kind: 'post' }
  if (attributes['kind'] === 'taxonomy') return { key: 'id', kind: 'term' }
  return attributes['kind'] === 'post-type' ? { key: 'id', kind: 'post' } : undefined
}

/** Replaces the ids of other records in the content of a post. */
function mapContentReferences(content: string, idOf: IdOf): string {
  const newId = (kind: 'post' | 'term') => (id: number) => idOf(kind, id) ?? id
  const blocks = content.replace(delimiter, (whole: string, name: string, json: string) => {
    const reference = referenceOf(name, json)
    if (reference === undefined) return whole
    const written = replaceIds(json, reference.key, newId(reference.kind))
    return written === json ? whole : whole.replace(json, () => written)
  })
  return mapFileReferences(blocks, newId('post'))
}

/** Creates an empty collection of content references. */
export function createContentReferences({ tx, actor }: ImportRun): ContentReferences {
  const naming: number[] = []
  const namingFiles: number[] = []
  return {
    collect({ id, content }) {
      if (content.includes('<!-- wp:block ') || content.includes('<!-- wp:navigation')) naming.push(id)
      else if (mayNameFiles(content) || fileBlock.test(content)) namingFiles.push(id)
    },
    async finish(idOf, postsMoved) {
      const ids = postsMoved ? [...naming, ...namingFiles] : naming
      for (let first = 0; first < ids.length; first += BATCH) {
        const batch = where.posts.in('id', ids.slice(first, first + BATCH))
        const { records } = await tx.store.posts.find({ where: batch })
        for (const post of records) {
          const content = mapContentReferences(post.content, idOf)
          if (content !== post.content) await rewriteContent(tx, actor, { id: post.id, content })
        }
      }
    },
  }
}
