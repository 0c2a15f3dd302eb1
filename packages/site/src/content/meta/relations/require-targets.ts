import { groupBy, RestError } from '@platen/core'
import type { Actor, Tx } from '../../../kernel/operations/index.js'
import { isMap } from '../../../kernel/text/index.js'
import { isId, targetsIn } from '../indexing/targets.js'
import type { MetaKey, MetaReference } from '../meta-keys.js'
import { locksOf, metaObjectsNamed } from '../meta-objects.js'
import { invalidMeta, joinRefusals } from '../meta-refusal.js'
import { admits, findTargets } from './find-targets.js'

/** The values that an object gets for a key, and those that it has. */
export interface KeyChange {
  readonly key: MetaKey
  readonly before: readonly { readonly value: unknown }[]
  readonly after: readonly { readonly value: unknown }[]
}

/** The objects that a key newly refers to. */
interface NewTargets {
  readonly key: MetaKey
  readonly refersTo: MetaReference
  readonly ids: readonly number[]
}

/**
 * Locks the objects that an object newly refers to, so that they are not removed meanwhile. Throws a 400 for each key of
 * which they do not exist, are of other types, or cannot be read by the actor.
 */
export async function requireTargets(
  { site, store, lock }: Pick<Tx, 'site' | 'store' | 'lock'>,
  actor: Actor,
  changes: readonly KeyChange[],
): Promise<void> {
  const added = changes.flatMap(({ key, before, after }): readonly NewTargets[] => {
    if (key.refersTo === undefined) return []
    const known = new Set(targetsIn(key, before))
    const ids = idsIn(after).filter(id => !known.has(id))
    return ids.length === 0 ? [] : [{ key, refersTo: key.refersTo, ids }]
  })
  if (added.length === 0) return
  const byKind = [...groupBy(added, ({ refersTo }) => refersTo.object)].map(([kind, all]) => ({
    kind,
    ids: [...new Set(all.flatMap(({ ids }) => ids.filter(isId)))],
  }))
  await lock(byKind.flatMap(({ kind, ids }) => locksOf(metaObjectsNamed(site, kind), ids)))
  const found = new Map(
    await Promise.all(
      byKind.map(async ({ kind, ids }) => [kind, await findTargets(site, store, kind, ids, actor)] as const),
    ),
  )
  const refusals = added.flatMap(({ key, refersTo, ids }) => {
    const targets = found.get(refersTo.object)
    const missing = ids.find(id => {
      const subtype = targets?.get(id)
      return subtype === undefined || !admits(refersTo, subtype)
    })
    return missing === undefined ? [] : [noSuchTarget(key, refersTo, missing, site.dialect)]
  })
  const refused = joinRefusals(refusals)
  if (refused !== undefined) throw refused
}

/** The integers but 0 among values, also those that no object has. */
const idsIn = (values: KeyChange['after']): readonly number[] => [
  ...new Set(
    values.flatMap(({ value }) => [value].flat()).filter((id): id is number => typeof id === 'number' && id !== 0),
  ),
]

function noSuchTarget(
  { name }: MetaKey,
  { object, subtypes = [object] }: MetaReference,
  id: number,
  dialect: Parameters<typeof invalidMeta>[2],
): RestError {
  const param = `meta.${name}`
  const problem = new RestError('rest_invalid_param', `There is no ${subtypes.join(' or ')} with the id ${id}.`, 400)
  return invalidMeta(problem, param, dialect)
}

/**
 * The locks of the objects that the `meta` of an input refers to by some keys: for operations that lock what they depend
 * on at once, in their order.
 */
export function targetLocks({ site }: Pick<Tx, 'site'>, keys: readonly MetaKey[], input: unknown): readonly string[] {
  if (!isMap(input)) return []
  return keys.flatMap(({ name, refersTo }) => {
    if (refersTo === undefined || !Object.hasOwn(input, name)) return []
    return locksOf(metaObjectsNamed(site, refersTo.object), [...new Set([input[name]].flat(2).filter(isId))])
  })
}
