import { postsIn } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'

t.test('terms of a taxonomy that the type does not have are refused', async t => {
  const { site, store } = await makeSite()
  const by = { as: site.system }
  const { posts, terms } = site.content
  const herbs = await terms.create({ taxonomy: 'category', name: 'Herbs' }, by)
  const wrong = { code: 'rest_invalid_param', status: 400 }
  await t.rejects(posts.create({ title: 'A', terms: { categories: [herbs.id] } }, by), wrong)
  await t.rejects(posts.create({ type: 'page', title: 'A', terms: { category: [herbs.id] } }, by), wrong)
  t.equal(await postsIn(store).count(), 0)
  const post = await posts.create({ title: 'A', terms: { category: [herbs.id] } }, by)
  await t.rejects(posts.update(post.id, { terms: { genre: [] } }, by), wrong)
})

t.test('terms of a taxonomy that REST does not show can be assigned in process', async t => {
  const { site, store } = await makeSite({
    register: site => void site.registerTaxonomy('mark', { objectTypes: ['post'], showInRest: false }),
  })
  const by = { as: site.system }
  const mark = await site.content.terms.create({ taxonomy: 'mark', name: 'Checked' }, by)
  const post = await site.content.posts.create({ title: 'A', terms: { mark: [mark.id] } }, by)
  const { terms } = await postsIn(store).related([post.id], ['terms'])
  t.ok(terms?.get(post.id)?.some(({ id }) => id === mark.id))
})
