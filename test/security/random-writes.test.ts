import t from 'tap'
import { chooseSeed, createRandom } from '../robustness/random.js'
import { onEveryStore } from '../site/every-store.js'
import { familyModelOf } from './family-model.js'
import { modelOf } from './site-model.js'

const WRITES = 400

onEveryStore(t, 'after random writes the store holds what a model says', async (t, make) => {
  const seed = chooseSeed()
  const model = modelOf(await make(), createRandom(seed))
  for (let i = 1; i <= WRITES; i++) {
    await model.write()
    if (i % 50 === 0) t.same(await model.differences(), [], `seed ${seed}, after ${i} writes`)
  }
})

onEveryStore(t, 'the same holds for comments, menus and patterns', async (t, make) => {
  const seed = chooseSeed()
  const model = await familyModelOf(await make({ comments: { flood: false } }), createRandom(seed))
  for (let i = 1; i <= WRITES; i++) {
    await model.write()
    if (i % 50 === 0) t.same(await model.differences(), [], `seed ${seed}, after ${i} writes`)
  }
})
