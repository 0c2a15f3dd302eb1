import { termsIn, whereTerms } from '@platen/site'
import { importTerm, type ParentLink, placeTerms } from '@platen/site/import'
import type { WxrAssignment, WxrTerm } from '../wxr/wxr-records.js'
import { createIdFloor } from './id-floor.js'
import { type ImportRun, localName } from './import-run.js'
import { plainMeta, type References, type Referring } from './references.js'
import type { Source } from './source-ids.js'
import { takenIds } from './taken-ids.js'
import { termsOf } from './tallies.js'

/** The term step of an import, for all taxonomies. */
export interface TermImport {
  /** Finds or creates the terms that the file describes, before the next record of another kind. */
  declare(terms: readonly WxrTerm[]): Promise<void>
  /** Returns the ids of a post's terms, by taxonomy; creates missing terms. */
  idsOf(assignments: readonly WxrAssignment[], line: number): Promise<Readonly<Record<string, readonly number[]>>>
  /** Sets the parents of terms, which can be anywhere in the file. */
  resolveParents(): Promise<void>
}

/** How many terms wait for others, at most, whose ids they must not take. */
const WAITING = 5000

/** Creates the term step of an import. */
export function createTermImport(run: ImportRun, references: References): TermImport {
  const { tx, actor, tallies, sources } = run
  const ids = new Map<string, number>()
  const floor = createIdFloor(termsIn(tx.store))
  /** The keys of parents, by id of the new term. */
  const parents = new Map<number, string>()
  /** Terms whose ids are taken: new ids lie above those of the others. */
  let waiting: { readonly term: WxrTerm; readonly source: Source }[] = []
  const keyOf = (taxonomy: string, slug: string) => `${taxonomy} ${slug}`

  async function resolve(
    { taxonomy: given, slug, name, ...more }: WxrAssignment | WxrTerm,
    line: number,
    id: number | undefined,
    source: Source = sources.current,
  ): Promise<number | undefined> {
    const taxonomy = localName(run, given)
    const key = keyOf(taxonomy, slug || `named ${name}`)
    const resolved = ids.get(key)
    if (resolved !== undefined) {
      if ('kind' in more) tallies.add(termsOf(taxonomy), 'skipped')
      return resolved
    }
    const referring: Referring | undefined =
      'kind' in more ? { kind: 'term', subtype: taxonomy, id: more.id, meta: more.meta } : undefined
    const about = 'kind' in more ? { description: more.description } : {}
    const meta = referring && plainMeta(run, referring)
    const imported = await importTerm(tx, actor, { id, taxonomy, slug, name, ...about, ...(meta && { meta }) })
    if (imported === undefined) {
      tallies.add(termsOf(taxonomy), 'refused')
      tallies.note('a term without a name or a taxonomy is not imported', line)
      return undefined
    }
    const { term, isNew } = imported
    // A slug can have several spellings.
    for (const each of [key, keyOf(taxonomy, term.slug)]) ids.set(each, term.id)
    tallies.add(termsOf(taxonomy), isNew ? 'created' : 'skipped')
    if (isNew && referring !== undefined) references.collect(source, { id: term.id }, referring)
    if (isNew && 'kind' in more && more.parent !== '') parents.set(term.id, keyOf(taxonomy, more.parent))
    return term.id
  }

  /** Finds or creates a term that cannot keep its id. */
  async function resolveAnew(
    term: WxrAssignment | WxrTerm,
    line: number,
    source?: Source,
  ): Promise<number | undefined> {
    const newId = await floor.next()
    const id = await resolve(term, line, newId, source)
    if (newId !== undefined && id !== newId) floor.reopen()
    return id
  }

  async function addWaiting(): Promise<void> {
    const terms = waiting
    waiting = []
    for (const { term, source } of terms) {
      const id = await resolveAnew(term, term.line, source)
      if (id === undefined) continue
      source.set('term', term.id, id)
      if (id !== term.id && term.id > 0) {
        tallies.lose('terms with other ids than in the file', `${term.taxonomy} "${term.slug}": ${term.id} is ${id}`)
      }
    }
  }

  const resolved = ({ taxonomy, slug }: WxrAssignment): number | undefined =>
    slug === '' ? undefined : ids.get(keyOf(localName(run, taxonomy), slug))

  return {
    async declare(declared) {
      const source = sources.current
      const taken = await takenIds(
        declared.map(({ id }) => id),
        ids => termsIn(tx.store).pick([], { where: whereTerms.in('id', ids) }),
      )
      for (const term of declared) {
        floor.include(term.id)
        if (!taken.claim(term.id)) {
          waiting.push({ term, source })
          continue
        }
        const id = await resolve(term, term.line, term.id)
        if (id !== undefined) source.set('term', term.id, id)
      }
      if (waiting.length > WAITING) await addWaiting()
    },
    async idsOf(assignments, line) {
      if (waiting.length > 0) await addWaiting()
      const byTaxonomy = new Map<string, number[]>()
      for (const assignment of assignments) {
        const id = resolved(assignment) ?? (await resolveAnew(assignment, line))
        if (id === undefined) continue
        const taxonomy = localName(run, assignment.taxonomy)
        const ids = byTaxonomy.get(taxonomy)
        if (ids === undefined) byTaxonomy.set(taxonomy, [id])
        else ids.push(id)
      }
      return Object.fromEntries(byTaxonomy)
    },
    async resolveParents() {
      await addWaiting()
      const links = [...parents].map(([id, key]): ParentLink => {
        const parent = ids.get(key)
        if (parent === undefined) tallies.lose('missing parents of terms', key)
        return { id, parent: parent ?? 0 }
      })
      return placeTerms(tx, actor, links)
    },
  }
}
