import type { BlockUse, BlockValues } from '@platen/rendering'

/** The contexts in which texts are included, by the key of the text: one for each surrounding post. */
export function contextsOfUses<A, K>(
  uses: readonly BlockUse<A>[],
  keyOf: (attributes: A) => K | undefined,
): ReadonlyMap<K, readonly BlockValues[]> {
  const found = new Map<K, Map<unknown, BlockValues>>()
  for (const { attributes, context } of uses) {
    const key = keyOf(attributes)
    if (key === undefined) continue
    const known = found.get(key)
    if (known === undefined) found.set(key, new Map([[context['postId'], context]]))
    else if (!known.has(context['postId'])) known.set(context['postId'], context)
  }
  return new Map([...found].map(([key, contexts]) => [key, [...contexts.values()]]))
}
