import { sanitizeName, slugify, slugifyRequested } from '@platen/rendering'
import {
  defineOperation,
  freeId,
  type ParentLink,
  requireImport,
  withoutLoops,
} from '../../../kernel/operations/index.js'
import { type TermRecord, termsIn, whereTerms } from '../../../kernel/records/index.js'
import { addMeta, type MetaValue } from '../../meta/index.js'
import { taxonomies, taxonomy, termSaved } from '../../types/index.js'
import { insertTerm } from './store-term.js'

/** A term of another site. */
export interface ImportedTerm {
  /** Its id in the other site, which a new term keeps if no term has it. */
  readonly id?: number | undefined
  /** The name of its taxonomy, registered or not. */
  readonly taxonomy: string
  /** Empty if only the name is known. */
  readonly slug: string
  readonly name: string
  readonly description?: string
  readonly meta?: readonly MetaValue[]
}

/**
 * Finds the term with a slug or, without a slug, the term with a name; creates it if there is none. Resolves with
 * `undefined` for a term with neither. `placeTerms` sets parents. The actor needs the capability `import`.
 */
export const importTerm = defineOperation(
  async (
    tx,
    actor,
    { id, taxonomy: name, meta: values = [], ...input }: ImportedTerm,
  ): Promise<{ readonly term: TermRecord; readonly isNew: boolean } | undefined> => {
    requireImport(actor)
    const { site, store } = tx
    const { and, eq, equalsText } = whereTerms
    const ofTaxonomy = eq('taxonomy', name)
    const slug = slugifyRequested(input.slug) || slugify(input.name)
    if (name === '' || slug === '') return undefined
    const stored =
      (await termsIn(store).first({ where: and(ofTaxonomy, eq('slug', slug)) })) ??
      (input.slug === ''
        ? await termsIn(store).first({ where: and(ofTaxonomy, equalsText('name', input.name)) })
        : undefined)
    if (stored !== undefined) return { term: stored, isNew: false }
    const writing = { tx, actor, taxonomy: site.get(taxonomies).get(name) ?? taxonomy(name, { objectTypes: [] }, '') }
    const named = { ...input, slug, name: sanitizeName(input.name) === '' ? slug : input.name }
    const term = await insertTerm(writing, named, await freeId(termsIn(store), id))
    await addMeta(tx, actor, [{ kind: 'term', subtype: name, object: term.id, values }])
    tx.emit(termSaved, { term, before: undefined })
    return { term, isNew: true }
  },
)

/**
 * Sets the parents of imported terms; terms that would become their own ancestor get none. Requires the capability
 * `import`.
 */
export const placeTerms = defineOperation(async (tx, actor, links: readonly ParentLink[]): Promise<void> => {
  requireImport(actor)
  for (const { id, parent } of await withoutLoops(
    links,
    async each => (await termsIn(tx.store).get(each))?.parent ?? 0,
  )) {
    const before = parent === 0 ? undefined : await termsIn(tx.store).get(id)
    if (before === undefined || tx.site.get(taxonomies).get(before.taxonomy)?.hierarchical === false) continue
    tx.emit(termSaved, { term: await termsIn(tx.store).update(id, { parent }), before })
  }
})
