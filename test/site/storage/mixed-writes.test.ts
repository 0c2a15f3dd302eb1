import { postsIn } from '@platen/site'
import t from 'tap'
import { chooseSeed, createRandom } from '../../robustness/random.js'
import { onEveryStore } from '../every-store.js'
import { mediaSite } from '../features/media/media-site.js'
import { mixedWrites } from './mixed-writes.js'
import { contradictions } from './recount.js'

const seed = chooseSeed()

onEveryStore(t, `all records agree after random writes (PLATEN_SEED=${seed})`, async (t, make) => {
  const site = await mediaSite({}, {}, make)
  await site.site.content.menus.create({ name: 'Menu', autoAdd: true }, { as: site.site.system })
  const { counts, failures } = await mixedWrites(site, createRandom(seed), { count: 200, atOnce: 4 })
  t.same(failures, [])
  t.ok((counts['200'] ?? 0) > 30 && (counts['201'] ?? 0) > 30, 'many writes succeed')
  t.same(await contradictions(site.store), [])
  const [post] = (await postsIn(site.store).find({})).records
  if (post !== undefined) await postsIn(site.store).update(post.id, { commentCount: 1000 })
  t.equal((await contradictions(site.store)).length, 1, 'a wrong count is found')
})
