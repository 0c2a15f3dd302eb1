import { type HandlerRequest, invalidParams, type MaybePromise, RestError, type Schema } from '@platen/core'
import { type AnyCondition, type AnyRecord, type Condition, conditionBuilder } from '@platen/storage'
import { conditionOf, type SiteContext, type SitePrincipal } from '../../../kernel/context/index.js'
import { type IndexedMetaRecord, whereIndexedMeta } from '../../../kernel/records/index.js'
import type { ListAddition } from '../../../kernel/rest/index.js'
import { isMap } from '../../../kernel/text/index.js'
import { MOST_VALUES } from '../filters/filter-schema.js'
import { unknownName, WITHOUT_PASSWORD } from '../filters/meta-filter.js'
import { requireComplete } from '../indexing/index-filling.js'
import { idText } from '../indexing/index-text.js'
import { reverseOf } from '../indexing/indexed-keys.js'
import { metaObjects } from '../meta-objects.js'
import { type Relation, relationsTo } from './relations.js'

/** The name of a relation in `referring`, such as `event.venue`. */
const nameOf = ({ source, subtype, key }: Relation): string => `${subtype === '' ? source.name : subtype}.${key.name}`

/** The relations by which others refer to the objects of a list, by name. */
function relationsToList(site: SiteContext, list: string): ReadonlyMap<string, Relation> {
  const kind = site
    .get(metaObjects)
    .find(({ name, subtype, targets }) =>
      subtype === undefined ? name === list : targets?.urls(site).has(list) === true,
    )
  if (kind === undefined) return new Map()
  const relations = relationsTo(site, kind.name, kind.subtype === undefined ? '' : list)
  return new Map(relations.filter(({ key }) => key.key.showInRest).map(relation => [nameOf(relation), relation]))
}

/** What relations add to a list of objects that others refer to: the filter `referring`. */
export function referringAdditions(site: SiteContext, list: string): ListAddition | undefined {
  const relations = relationsToList(site, list)
  if (relations.size === 0) return undefined
  return {
    args: { referring: { schema: referringSchema([...relations.keys()]) } },
    condition: request => conditionOfRequest(site, relations, request),
  }
}

function referringSchema(names: readonly string[]): Schema {
  const value: Schema = { type: 'integer', minimum: 1 }
  const values: Schema = { type: 'array', items: value, minItems: 1, maxItems: MOST_VALUES }
  const referring = (name: string): Schema => ({
    description: `Only objects to which one of these refers by ${name}.`,
    anyOf: [
      { title: 'Id', ...value },
      { title: 'Ids', ...values },
      { title: 'Operators', type: 'object', properties: { in: values, exists: { type: 'boolean' } } },
    ],
  })
  return {
    description: 'Only objects to which others refer.',
    type: 'object',
    properties: Object.fromEntries(names.map(name => [name, referring(name)])),
  }
}

const { and, eq, in: isIn } = whereIndexedMeta

function conditionOfRequest(
  site: SiteContext,
  relations: ReadonlyMap<string, Relation>,
  request: HandlerRequest,
): MaybePromise<AnyCondition | undefined> {
  const { referring } = request.params
  return isMap(referring) ? referringCondition(site, relations, referring, site.principal(request)) : undefined
}

const target = conditionBuilder<AnyRecord>('target')

async function referringCondition(
  site: SiteContext,
  relations: ReadonlyMap<string, Relation>,
  given: Readonly<Record<string, unknown>>,
  principal: SitePrincipal,
): Promise<AnyCondition> {
  const conditions: AnyCondition[] = []
  const names = [...relations].filter(([, { key }]) => key.key.authorizeRead(principal)).map(([name]) => name)
  for (const [name, value] of Object.entries(given)) {
    const relation = relations.get(name)
    if (relation === undefined || !names.includes(name))
      throw unknownName('referring', `"${name}" is no key by which others refer to this list`, name, names)
    await requireComplete(site, relation.key)
    for (const [operator, operand] of testsOf(name, value)) {
      const exists = operator === 'in' ? isIn('value', operand.map(idText)) : undefined
      const referred = target.exists(
        whereIndexedMeta,
        { foreign: 'object', local: 'id' },
        and(eq('key', reverseOf(relation.key)), exists, bySource(site, relation, principal)),
      )
      conditions.push(operator === 'exists' && !operand ? target.not(referred) : referred)
    }
  }
  return target.and(...conditions)
}

type ReferringTest = readonly [operator: 'in', ids: readonly number[]] | readonly [operator: 'exists', exists: boolean]

const OPERATORS = ['in', 'exists']

/** The tests of a value, which has passed the schema; unknown operators have, too. */
function testsOf(name: string, given: unknown): readonly ReferringTest[] {
  if (!isMap(given)) return [['in', idsOf(name, given)]]
  return Object.entries(given).map(([operator, operand]) => {
    if (operator === 'exists') return ['exists', operand === true]
    if (operator === 'in') return ['in', idsOf(name, operand)]
    throw unknownName(`referring.${name}`, `"${operator}" is no operator of "${name}"`, operator, OPERATORS)
  })
}

function idsOf(name: string, given: unknown): readonly number[] {
  const ids = [given].flat()
  if (ids.every(id => typeof id === 'number')) return ids
  throw invalidParams(
    new Map([[`referring.${name}`, new RestError('rest_invalid_param', `"${name}" is compared with ids.`, 400)]]),
  )
}

/** The condition that a caller may read the source of a row, and the value by which it refers to the object. */
function bySource(
  site: SiteContext,
  { source: { collection, targets }, key }: Relation,
  principal: SitePrincipal,
): Condition<IndexedMetaRecord> {
  const source = conditionBuilder<AnyRecord>(collection.name)
  const readable = conditionOf(targets?.readable(site, principal) ?? false)
  const isOpen = key.key.partOfContent ? WITHOUT_PASSWORD : undefined
  return whereIndexedMeta.exists(source, { foreign: 'id', local: 'at' }, source.and(readable, isOpen))
}
