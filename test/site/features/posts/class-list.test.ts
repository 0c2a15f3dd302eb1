import type { Site } from '@platen/site'
import t from 'tap'
import { makeSite, type TestSite } from '../../make-site.js'

interface Shown {
  readonly id: number
  readonly class_list: readonly string[]
}

/** Taxonomies whose classes may have the names of others, and a type named like the own class of a post. */
function registerOddNames(site: Site): void {
  for (const name of ['tag', 'type', 'post', 'a', 'a-b'])
    site.registerTaxonomy(name, { objectTypes: ['post'], restBase: `in-${name}`, public: true })
  site.registerTaxonomy('hidden', { objectTypes: ['post'], restBase: 'in-hidden', public: false })
  site.registerPostType('post-30', { public: true, restBase: 'thirties', supports: ['title'] })
}

/** The classes of each item of a list, which writes them at once, and of the item alone. */
async function classesIn({ send }: TestSite, list: string): Promise<ReadonlyMap<number, readonly string[]>> {
  const found = new Map<number, readonly string[]>()
  const answer = await send(`GET /${list}?per_page=100`, { as: 'anonymous' })
  for (const { id, class_list } of JSON.parse(answer.text()) as Shown[]) {
    t.strictSame(class_list, ((await send(`GET /${list}/${id}`)).body as Shown).class_list, `${list} ${id}`)
    found.set(id, class_list)
  }
  return found
}

t.test('each class is listed once, in the order of the taxonomies', async t => {
  const site = await makeSite({ register: registerOddNames })
  const { send } = site
  const add = async (path: string, body: object) => ((await send(`POST /${path}`, { body })).body as Shown).id
  const term = (base: string, slug: string) => add(base, { name: slug, slug })
  const post = (body: object = {}) => add('posts', { title: 'x', status: 'publish', ...body })
  const [tag, second, type, hidden] = [
    await term('tags', 'ink'),
    await term('in-tag', 'ink'),
    await term('in-type', 'post'),
    await term('in-hidden', 'x'),
  ]
  const [joined, split, letters, number] = [
    await term('in-a', 'b-c'),
    await term('in-a-b', 'c'),
    await term('tags', '日本'),
    await term('in-post', '12'),
  ]
  const plain = await post({ categories: [1] })
  const odd = await post({
    tags: [tag, letters],
    'in-tag': [second],
    'in-type': [type],
    'in-a': [joined],
    'in-a-b': [split],
    'in-hidden': [hidden],
    categories: [1],
  })
  let last = odd
  while (last < number) last = await post({ 'in-post': [number] })
  await post({ password: 'secret' })
  const classes = await classesIn(site, 'posts')
  const shared = ['post', 'type-post', 'status-publish', 'format-standard']
  t.strictSame(classes.get(plain), [`post-${plain}`, ...shared, 'hentry', 'category-uncategorized'])
  t.strictSame(classes.get(odd), [
    `post-${odd}`,
    ...shared,
    'hentry',
    'category-uncategorized',
    'tag-ink',
    `tag-${letters}`,
    'a-b-c',
  ])
  t.strictSame(classes.get(number)?.filter(name => name === `post-${number}`).length, 1, 'a term named like the post')
  t.ok([...classes.values()].some(each => each.includes('post-password-required')))
})

t.test('a type named like a post', async t => {
  const site = await makeSite({ register: registerOddNames })
  let id = 0
  while (id < 30)
    id = ((await site.send('POST /thirties', { body: { title: 'x', status: 'publish' } })).body as Shown).id
  const classes = await classesIn(site, 'thirties')
  t.strictSame(classes.get(29), ['post-29', 'post-30', 'type-post-30', 'status-publish', 'hentry'])
  t.strictSame(classes.get(30), ['post-30', 'type-post-30', 'status-publish', 'hentry'])
})
