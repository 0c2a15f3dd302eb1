import { postsIn, wherePosts } from '@platen/site'
import { taxonomies } from '@platen/site/extend'
import { rewriteContent } from '@platen/site/import'
import { mapFileReferences, mayNameFiles } from './file-references.js'
import type { ImportRun } from './import-run.js'
import { replaceScalars } from './json-ids.js'
import { type ContentScope, type NewId, namesBlockWithIds, referencesOfBlock } from './reference-table.js'
import type { ReferenceKind, Source } from './source-ids.js'
import { termsOf } from './tallies.js'

/** Posts whose content refers to other records by id: in blocks, in shortcodes, and in HTML. */
export interface ContentReferences {
  /** Collects a new post if its content has such references to records of a source. */
  collect(source: Source, post: { readonly id: number; readonly content: string }): void
  /** Replaces the ids with those in the site, once all records of the files have one. */
  finish(): Promise<void>
}

/** How many posts are loaded at once. */
const BATCH = 100

/** The JSON of attributes contains no angle brackets, because they are escaped. */
const delimiter = /<!-- wp:(?:core\/)?([a-z-]+) (\{[^<>]*\}) \/?-->/g

function parsed(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const renumbered = (text: string, newId: (id: number) => number): string =>
  /^\d{1,15}$/.test(text) || /^"\s*\d{1,15}(?:\s*,\s*\d{1,15})*\s*"$/.test(text)
    ? text.replace(/\d+/g, id => String(newId(Number(id))))
    : text

/** Replaces the ids of other records in content. */
export function mapContentReferences(content: string, scope: ContentScope, newId: NewId): string {
  const blocks = !namesBlockWithIds.test(content)
    ? content
    : content.replace(delimiter, (whole: string, name: string, json: string) => {
        const attributes = parsed(json)
        if (attributes === undefined) return whole
        const kindAt = referencesOfBlock(name, attributes, scope.isTaxonomy)
        const written = replaceScalars(json, (path, scalar) => {
          const kind = kindAt(path, scalar.startsWith('"'))
          return kind && renumbered(scalar, id => newId(kind, id))
        })
        return written === json ? whole : whole.replace(json, () => written)
      })
  return mayNameFiles(blocks) ? mapFileReferences(blocks, scope, newId) : blocks
}

interface Referring {
  readonly id: number
  readonly source: Source
  readonly references: readonly (readonly [kind: ReferenceKind, fileId: number])[]
}

/** Creates an empty collection of content references. */
export function createContentReferences({ tx, actor, tallies }: ImportRun): ContentReferences {
  const registered = tx.site.get(taxonomies)
  const scopeOf = ({ url }: Source): ContentScope => ({
    url,
    isTaxonomy: name => registered.get(name) !== undefined || tallies.has(termsOf(name)),
  })
  const referring: Referring[] = []

  async function loadMissing(): Promise<void> {
    const missing = new Map<Source, Map<ReferenceKind, Set<number>>>()
    for (const { source, references } of referring) {
      for (const [kind, id] of references) {
        if (source.idOf(kind, id) !== undefined) continue
        const kinds = missing.get(source) ?? new Map<ReferenceKind, Set<number>>()
        missing.set(source, kinds.set(kind, (kinds.get(kind) ?? new Set()).add(id)))
      }
    }
    for (const [source, kinds] of missing) for (const [kind, ids] of kinds) await source.load(kind, ids)
  }

  return {
    collect(source, { id, content }) {
      const references = new Map<string, readonly [ReferenceKind, number]>()
      mapContentReferences(content, scopeOf(source), (kind, fileId) => {
        if (fileId > 0) references.set(`${kind} ${fileId}`, [kind, fileId])
        return fileId
      })
      if (references.size > 0) referring.push({ id, source, references: [...references.values()] })
    },
    async finish() {
      await loadMissing()
      const changed = new Map<number, Source>()
      for (const { id, source, references } of referring) {
        for (const [kind, fileId] of references) {
          const own = source.idOf(kind, fileId)
          if (own === undefined) tallies.lose(`ids of missing ${kind}s in content`, `${fileId} in post ${id}`)
          else if (own !== fileId) changed.set(id, source)
        }
      }
      const ids = [...changed.keys()]
      for (let first = 0; first < ids.length; first += BATCH) {
        const batch = wherePosts.in('id', ids.slice(first, first + BATCH))
        const { records } = await postsIn(tx.store).find({ where: batch })
        for (const post of records) {
          const source = changed.get(post.id)
          if (source === undefined) continue
          const newId: NewId = (kind, fileId) => source.idOf(kind, fileId) ?? fileId
          const content = mapContentReferences(post.content, scopeOf(source), newId)
          if (content !== post.content) await rewriteContent(tx, actor, { id: post.id, content })
        }
      }
    },
  }
}
