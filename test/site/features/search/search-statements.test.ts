import { postsIn, termsIn, wpDialect } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'
import { openNewFile } from '../../sqlite-file.js'
import { recordOf } from '../posts/counting-site.js'

t.test('a search costs the same statements whatever is found', async t => {
  let statements = 0
  const store = await openNewFile(`${t.testdir()}/site.sqlite`, { onStatement: () => statements++ })
  t.teardown(() => store.close())
  const { send } = await makeSite({ store, dialect: wpDialect })
  const term = { description: '', parent: 0, group: 0, count: 0 }
  const parent = await postsIn(store).insert(recordOf('above', { type: 'page' }))
  const root = await termsIn(store).insert({ ...term, taxonomy: 'category', name: 'above', slug: 'above' })
  await store.transaction(async contents => {
    for (let i = 0; i < 40; i++) {
      await postsIn(contents).insert(recordOf(`word-${i}`, {}))
      await postsIn(contents).insert(recordOf(`page-word-${i}`, { type: 'page', parent: parent.id }))
      await termsIn(contents).insert({
        ...term,
        taxonomy: 'category',
        name: `word ${i}`,
        slug: `word-${i}`,
        parent: root.id,
      })
      await termsIn(contents).insert({ ...term, taxonomy: 'post_tag', name: `zz word ${i}`, slug: `word-${i}` })
    }
  })
  const cost = async (query: string) => {
    await send(`GET /search?${query}`)
    statements = 0
    const { body } = await send(`GET /search?${query}`)
    return { found: (body as unknown[]).length, statements }
  }
  for (const query of [
    'search=word',
    'type=term&search=word',
    'type=post-format',
    'search=word&_fields=id,title',
    'type=term&_fields=id',
  ]) {
    const one = await cost(`${query}&per_page=2`)
    const many = await cost(`${query}&per_page=80`)
    t.equal(many.statements, one.statements, query)
    if (!query.includes('format')) t.ok(many.found > 40 && one.found === 2, query)
  }
  t.ok(
    (await cost('search=word&_fields=id,title')).statements < (await cost('search=word')).statements,
    'ancestors are for addresses alone',
  )
})
