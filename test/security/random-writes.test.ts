import t from 'tap'
import { chooseSeed, createRandom } from '../robustness/random.js'
import { onEveryStore } from '../site/every-store.js'
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
