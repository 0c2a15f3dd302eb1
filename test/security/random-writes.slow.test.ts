import { commentsIn, createSite, postsIn } from '@platen/site'
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
  '/cms/v2/comments?per_page=100',
  '/cms/v2/comments?_embed&per_page=5&orderby=id',
  '/cms/v2/blocks?per_page=100',
  '/cms/v2/navigation',
  '/',
]

onEveryStore(t, 'cached answers are those that would be made anew', async (t, make) => {
  const seed = chooseSeed()
  const random = createRandom(seed)
  const made = await make({ cache: true, compression: false, comments: { flood: false } })
  const { site, store } = made
  const fresh = createSite({ store, url: site.context.url })
  const models = [modelOf(made, random), await familyModelOf(made, random)]
  const answer = async (by: { dispatch: typeof site.dispatch }, path: string, headers = {}) => {
    const [plain = '', query = ''] = path.split('?')
    const { status, headers: answered, text } = await by.dispatch({ method: 'GET', path: plain, query, headers })
    return { status, headers: answered, text: text() }
  }
  let same = 0
  const rounds = 60
  for (let i = 0; i < rounds; i++) {
    for (const model of models) await model.write()
    const { records } = await postsIn(store).find({ limit: 3 })
    const { records: comments } = await commentsIn(store).find({ limit: 2 })
    const single = [
      ...records.map(({ id }) => `/cms/v2/posts/${id}`),
      ...records.map(({ id }) => `/oembed/1.0/embed?url=${encodeURIComponent(`https://site.example/?p=${id}`)}`),
      ...comments.map(({ id }) => `/cms/v2/comments/${id}?_embed`),
    ]
    for (const path of [...READS, ...single]) {
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
  t.ok(same > rounds * 17, `${same} answers were the same`)
})
