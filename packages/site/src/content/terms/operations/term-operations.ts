import { RestError } from '@platen/core'
import { permit } from '../../../kernel/context/index.js'
import { defineOperation, reload, type Tx } from '../../../kernel/operations/index.js'
import { type TermRecord, termsIn } from '../../../kernel/records/index.js'
import { setExtraFields } from '../../../kernel/rest/index.js'
import { defaultTermOf, TERMS_LOCK } from '../../posts/index.js'
import { type Taxonomy, taxonomies, termDeleted, termSaved } from '../../types/index.js'
import { mayCreateTerm, mayDeleteTerm, mayEditTerm, noSuchTerm } from '../rules/term-access.js'
import { notHierarchical } from '../rules/term-refusals.js'
import { removeTerm } from './remove-term.js'
import { insertTerm, storeTermChanges } from './store-term.js'
import type { NewTerm, TermChanges, TermTarget } from './term-input.js'

/** The registered taxonomy of a term; throws `rest_taxonomy_invalid` if there is none. */
function requireTaxonomy({ site }: Tx, name: string): Taxonomy {
  const taxonomy = site.get(taxonomies).get(name)
  if (taxonomy === undefined) throw new RestError('rest_taxonomy_invalid', `There is no taxonomy "${name}".`, 400)
  return taxonomy
}

/** Creates a term of any taxonomy, including its meta. Throws a `RestError` if it is forbidden or invalid. */
export const createTerm = defineOperation(
  async (tx, actor, { taxonomy: name, ...input }: NewTerm): Promise<TermRecord> => {
    await tx.lock(TERMS_LOCK)
    const taxonomy = requireTaxonomy(tx, name)
    permit(mayCreateTerm(taxonomy, actor))
    if (!taxonomy.hierarchical && input.parent !== undefined) throw notHierarchical()
    const term = await insertTerm({ tx, actor, taxonomy }, input)
    await setExtraFields(tx, actor, taxonomy.name, term, input.fields)
    tx.emit(termSaved, { term, before: undefined })
    return term
  },
  { concurrent: true },
)

/** Changes a term. Throws as `createTerm` does. */
export const updateTerm = defineOperation(
  async (tx, actor, { id, version, ...input }: TermChanges): Promise<TermRecord> => {
    await tx.lock(TERMS_LOCK)
    const before = await reload(termsIn(tx.store), id, noSuchTerm, term => mayEditTerm(actor, term))
    const taxonomy = requireTaxonomy(tx, before.taxonomy)
    if (!taxonomy.hierarchical && input.parent !== undefined) throw notHierarchical()
    const term = await storeTermChanges({ tx, actor, taxonomy }, before, input, version)
    await setExtraFields(tx, actor, taxonomy.name, term, input.fields)
    tx.emit(termSaved, { term, before })
    return term
  },
  { concurrent: true },
)

/**
 * Deletes a term, unless it is a default term, and returns it. Children move to its parent; posts without another term
 * get the default term. Its transaction runs alone, because it changes all posts of the term.
 */
export const deleteTerm = defineOperation(async (tx, actor, { id, version }: TermTarget): Promise<TermRecord> => {
  const { store } = tx
  const term = await reload(termsIn(store), id, noSuchTerm, async each =>
    mayDeleteTerm(actor, each, (await defaultTermOf(store, requireTaxonomy(tx, each.taxonomy)))?.id ?? 0),
  )
  // Removals do not compare versions otherwise.
  if (version !== undefined) await termsIn(store).update(term.id, {}, { version })
  await removeTerm(tx, requireTaxonomy(tx, term.taxonomy), term)
  tx.emit(termDeleted, { term })
  return term
})
