import type { CollectionDefinition } from '../collections/define-collection.js'
import type { AnyCondition, AnyQuery } from './query.js'
import { relatedCondition } from './related-steps.js'

/** For stores: the names of the collections that decide what a query finds, or what the relations of a collection contain. */
export function collectionsRead(
  definition: Pick<CollectionDefinition, 'name' | 'relations'>,
  { where, order = [], with: relations = [] }: Pick<AnyQuery, 'where' | 'order' | 'with'>,
): ReadonlySet<string> {
  const names = new Set([definition.name])
  const add = (condition: AnyCondition | undefined): void => {
    if (condition === undefined) return
    if (condition.op === 'and' || condition.op === 'or') condition.all.forEach(add)
    else if (condition.op === 'not') add(condition.condition)
    else if (condition.op === 'exists' || condition.op === 'existsForEach') {
      names.add(condition.collection)
      if (condition.op === 'exists') add(condition.where)
    }
  }
  add(where)
  for (const step of order) {
    if (step.by === 'rank') step.conditions.forEach(add)
    else if (step.by === 'related') add(relatedCondition(step))
  }
  for (const name of relations) {
    const relation = definition.relations[name]
    if (relation === undefined) continue
    names.add(relation.collection)
    if (relation.through !== undefined) names.add(relation.through.collection)
    add(relation.where)
  }
  return names
}
