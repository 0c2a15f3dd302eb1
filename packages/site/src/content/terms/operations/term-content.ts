import type { Found, Query } from '@platen/storage'
import { conditionOf, holds } from '../../../kernel/context/index.js'
import type { As, AsOf, ContentCalls } from '../../../kernel/operations/index.js'
import { type TermRecord, type TermRelations, termsIn, whereTerms } from '../../../kernel/records/index.js'
import { recordById } from '../../../kernel/rest/index.js'
import { type MetaFields, metaFields, requireIndexFor } from '../../meta/index.js'
import { readTerms } from '../rules/term-rights.js'
import type { NewTerm, TermInput } from './term-input.js'
import { createTerm, deleteTerm, updateTerm } from './term-operations.js'

/** Terms of every taxonomy, in process. Writes reject with the `RestError` that a client would get, and emit the same events. */
export interface TermsContent {
  create(input: NewTerm, by: As): Promise<TermRecord>
  update(id: number, changes: TermInput, by: AsOf): Promise<TermRecord>
  /** Deletes a term, and resolves with it. */
  delete(id: number, by: AsOf): Promise<TermRecord>
  /** A term; `undefined` if it does not exist or the actor may not read it. */
  get(id: number, by: As): Promise<TermRecord | undefined>
  /** The terms that a query finds and the actor may read; everybody may read those of taxonomies that REST shows. */
  find<const W extends readonly (keyof TermRelations)[] = readonly []>(
    query: Query<TermRecord, W>,
    by: As,
  ): Promise<Found<TermRecord, TermRelations, W>>
  /** Conditions and orders for `find` by the declared meta keys of a taxonomy: `meta('category')['color']?.eq('red')`. */
  meta(taxonomy: string): MetaFields<TermRecord>
}

export function termsContent({ site, run, actor }: ContentCalls): TermsContent {
  return Object.freeze<TermsContent>({
    create: (input, by) => run(createTerm, input, by),
    update: (id, changes, by) => run(updateTerm, { ...changes, id, version: by.version }, by),
    delete: (id, by) => run(deleteTerm, { id, version: by.version }, by),
    async get(id, by) {
      const right = readTerms(site, await actor(by))
      const term = await recordById(termsIn(site.store), id)
      return term !== undefined && holds(right, term) ? term : undefined
    },
    async find(query, by) {
      const where = whereTerms.and(query.where, conditionOf(readTerms(site, await actor(by))))
      await requireIndexFor(site, 'term', query)
      return termsIn(site.store).find({ ...query, where })
    },
    meta: taxonomy => metaFields<TermRecord>(site, 'term', taxonomy),
  })
}
