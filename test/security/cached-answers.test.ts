import { createSite } from '@platen/site'
import t from 'tap'
import { chooseSeed, createRandom } from '../robustness/random.js'
import { onEveryStore } from '../site/every-store.js'
import { modelOf } from './site-model.js'

const READS = [
  '/cms/v2/posts?per_page=100',
  '/cms/v2/posts?_embed&per_page=3',
  '/cms/v2/posts?search=word&_fields=id,title',
  '/cms/v2/pages?per_page=100&orderby=id',
  '/cms/v2/tags?per_page=100',
  '/cms/v2/categories',
  '/cms/v2/users',
  '/cms/v2/search?search=word',
  '/cms/v2/types',
  '/',
]

onEveryStore(t, 'cached answers are those that would be made anew', async (t, make) => {
  const seed = chooseSeed()
  const random = createRandom(seed)
  const made = await make({ cache: true })
  const { site, store } = made
  const fresh = createSite({ store, url: site.context.url })
  const model = modelOf(made, random)
  const answer = async (by: { dispatch: typeof site.dispatch }, path: string, headers = {}) => {
    const [plain = '', query = ''] = path.split('?')
    const { status, headers: answered, text } = await by.dispatch({ method: 'GET', path: plain, query, headers })
    return { status, headers: answered, text: text() }
  }
  let same = 0
  for (let i = 0; i < 60; i++) {
    await model.write()
    const { records } = await store.posts.find({ limit: 3 })
    for (const path of [...READS, ...records.map(({ id }) => `/cms/v2/posts/${id}`)]) {
      const expected = await answer(fresh, path)
      for (const which of ['first', 'cached']) {
        const actual = await answer(site, path)
        if (JSON.stringify(actual) === JSON.stringify(expected)) same++
        else t.same(actual, expected, `seed ${seed}, ${which} answer to ${path} after ${i + 1} writes`)
      }
      const tag = expected.headers['ETag'] ?? ''
      if (tag !== '') t.equal((await answer(site, path, { 'if-none-match': tag })).status, 304, `${path} is unchanged`)
    }
  }
  t.ok(same > 1000, `${same} answers were the same`)
})
