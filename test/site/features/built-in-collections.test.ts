import { collections } from '@platen/site'
import type { CollectionDefinition } from '@platen/storage'
import t from 'tap'
import { internals } from '../internals.js'

t.test('built-in features declare the collections that stores have from the start', async t => {
  const { builtInFeatures } = internals
  const brought = new Set<CollectionDefinition>(builtInFeatures.flatMap(feature => feature.collections ?? []))
  for (const [name, collection] of Object.entries(collections)) {
    t.equal(collection.name, name)
    t.ok(brought.has(collection), name)
  }
})
