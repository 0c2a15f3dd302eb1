import { slugify, type TermRecord, where } from '@platen/site'
import type { WxrAssignment, WxrTerm } from '../wxr/wxr-records.js'
import { metaRecords } from './import-meta.js'
import { type ImportRun, localName } from './import-run.js'
import { createParentResolution } from './parent-resolution.js'

/** The terms of all taxonomies. */
export interface TermImport {
  /** Finds or creates the terms that the file describes. */
  declare(terms: readonly WxrTerm[]): Promise<void>
  /** The id of a term that a post is assigned to; created if missing. `undefined` if the file does not name one. */
  idOf(assignment: WxrAssignment): Promise<number | undefined>
  /** The id of the term that has this id in the file. */
  idOfFileId(fileId: number): number | undefined
  /** Sets the parents of terms, wherever in the file these are. */
  resolveParents(): Promise<void>
}

/** Creates the term step of an import. */
export function createTermImport(run: ImportRun): TermImport {
  const { terms, meta } = run.tx
  const ids = new Map<string, number>()
  const idsByFileId = new Map<number, number>()
  const parents = createParentResolution<string>(async id => (await terms.get(id))?.parent ?? 0)
  const keyOf = (taxonomy: string, slug: string) => `${taxonomy} ${slug}`

  async function resolve(
    given: Pick<WxrTerm, 'taxonomy' | 'slug' | 'name'> & Partial<WxrTerm>,
    existing: TermRecord | undefined,
  ): Promise<number> {
    const { taxonomy, slug, name, parent = '', description = '' } = given
    run.tallies.add(`terms of ${taxonomy}`, existing ? 'skipped' : 'created')
    if (existing) return existing.id
    const { id } = await terms.insert({ taxonomy, slug, name, description, parent: 0, group: 0, count: 0 })
    await meta.insertMany(metaRecords(run, 'term', taxonomy, id, given.meta ?? []))
    if (parent !== '') parents.await(id, keyOf(taxonomy, parent))
    return id
  }

  const bySlug = (taxonomy: string, slug: string) =>
    terms.first({ where: where.terms.and(where.terms.eq('taxonomy', taxonomy), where.terms.eq('slug', slug)) })
  const byName = (taxonomy: string, name: string) =>
    terms.first({ where: where.terms.and(where.terms.eq('taxonomy', taxonomy), where.terms.equalsText('name', name)) })

  return {
    async declare(declared) {
      for (const term of declared) {
        const taxonomy = localName(run, term.taxonomy)
        const slug = term.slug || slugify(term.name)
        if (taxonomy === '' || slug === '') continue
        const key = keyOf(taxonomy, slug)
        const given = { ...term, taxonomy, slug, name: term.name || slug }
        const id = ids.get(key) ?? (await resolve(given, await bySlug(taxonomy, slug)))
        ids.set(key, id)
        if (term.id > 0) idsByFileId.set(term.id, id)
      }
    },
    async idOf(assignment) {
      const taxonomy = localName(run, assignment.taxonomy)
      const named = assignment.slug === ''
      const slug = assignment.slug || slugify(assignment.name)
      if (taxonomy === '' || slug === '') return undefined
      const key = keyOf(taxonomy, slug)
      const resolved = ids.get(key)
      if (resolved !== undefined) return resolved
      const found = (await bySlug(taxonomy, slug)) ?? (named ? await byName(taxonomy, assignment.name) : undefined)
      const id = await resolve({ taxonomy, slug, name: assignment.name || slug }, found)
      ids.set(key, id)
      return id
    },
    idOfFileId: fileId => idsByFileId.get(fileId),
    async resolveParents() {
      for (const { child, parent } of await parents.resolve(key => ids.get(key))) {
        if (parent !== 0) await terms.update(child, { parent })
      }
    },
  }
}
