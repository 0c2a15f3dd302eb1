import { importTerm, type ParentLink, placeTerms } from '@platen/site'
import type { WxrAssignment, WxrTerm } from '../wxr/wxr-records.js'
import { metaValues } from './import-meta.js'
import { type ImportRun, localName } from './import-run.js'
import { termsOf } from './tallies.js'

/** The term step of an import, for all taxonomies. */
export interface TermImport {
  /** Finds or creates the terms that the file describes. */
  declare(terms: readonly WxrTerm[]): Promise<void>
  /** Returns the ids of a post's terms, by taxonomy; creates missing terms. */
  idsOf(assignments: readonly WxrAssignment[], line: number): Promise<Readonly<Record<string, readonly number[]>>>
  /** Returns the id of the term with an id in the file. */
  idOfFileId(fileId: number): number | undefined
  /** Sets the parents of terms, which can be anywhere in the file. */
  resolveParents(): Promise<void>
}

/** Creates the term step of an import. */
export function createTermImport(run: ImportRun): TermImport {
  const { tx, actor, tallies } = run
  const ids = new Map<string, number>()
  const idsByFileId = new Map<number, number>()
  /** The keys of parents, by id of the new term. */
  const parents = new Map<number, string>()
  const keyOf = (taxonomy: string, slug: string) => `${taxonomy} ${slug}`

  async function resolve(
    { taxonomy: given, slug, name, ...more }: WxrAssignment | WxrTerm,
    line: number,
  ): Promise<number | undefined> {
    const taxonomy = localName(run, given)
    const key = keyOf(taxonomy, slug || `named ${name}`)
    const resolved = ids.get(key)
    if (resolved !== undefined) {
      if ('kind' in more) tallies.add(termsOf(taxonomy), 'skipped')
      return resolved
    }
    const about = 'kind' in more ? { description: more.description, meta: metaValues(more.meta) } : {}
    const imported = await importTerm(tx, actor, { taxonomy, slug, name, ...about })
    if (imported === undefined) {
      tallies.add(termsOf(taxonomy), 'refused')
      tallies.note('a term without a name or a taxonomy is not imported', line)
      return undefined
    }
    const { term, isNew } = imported
    // A slug can have several spellings.
    for (const each of [key, keyOf(taxonomy, term.slug)]) ids.set(each, term.id)
    tallies.add(termsOf(taxonomy), isNew ? 'created' : 'skipped')
    if (isNew && 'kind' in more && more.parent !== '') parents.set(term.id, keyOf(taxonomy, more.parent))
    return term.id
  }

  const resolved = ({ taxonomy, slug }: WxrAssignment): number | undefined =>
    slug === '' ? undefined : ids.get(keyOf(localName(run, taxonomy), slug))

  return {
    async declare(declared) {
      for (const term of declared) {
        const id = await resolve(term, term.line)
        if (id !== undefined && term.id > 0) idsByFileId.set(term.id, id)
      }
    },
    async idsOf(assignments, line) {
      const byTaxonomy = new Map<string, number[]>()
      for (const assignment of assignments) {
        const id = resolved(assignment) ?? (await resolve(assignment, line))
        if (id === undefined) continue
        const taxonomy = localName(run, assignment.taxonomy)
        const ids = byTaxonomy.get(taxonomy)
        if (ids === undefined) byTaxonomy.set(taxonomy, [id])
        else ids.push(id)
      }
      return Object.fromEntries(byTaxonomy)
    },
    idOfFileId: fileId => idsByFileId.get(fileId),
    resolveParents() {
      const links = [...parents].map(([id, key]): ParentLink => ({ id, parent: ids.get(key) ?? 0 }))
      return placeTerms(tx, actor, links)
    },
  }
}
