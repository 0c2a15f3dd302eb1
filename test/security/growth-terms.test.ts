import { assignmentsIn, termsIn } from '@platen/site'
import t from 'tap'
import { grows } from '../growth.js'
import { makeSite } from '../site/make-site.js'
import { sampleTerm } from '../site/sample-records.js'

t.setTimeout(120_000)

/** Enough terms that code that compares each pair takes seconds. */
const MANY = 32_000

/** A site with a post that has the given number of tags. */
async function taggedPost(count: number) {
  const { store, send } = await makeSite()
  const tags = Array.from({ length: count }, (_, at) => {
    const name = `one of the many tags ${at}`
    return sampleTerm({ taxonomy: 'post_tag', name, slug: name.replaceAll(' ', '-') })
  })
  const made = await termsIn(store).insertMany(tags)
  const { body } = await send('POST /posts', { body: { title: 'Tagged', status: 'publish' } })
  const { id: object } = body as { readonly id: number }
  await assignmentsIn(store).insertMany(made.map(({ id: term }, position) => ({ object, term, position })))
  return { send, object }
}

for (const [what, path] of [
  ['lists', () => '/posts?_fields=class_list'],
  ['single posts', (id: number) => `/posts/${id}?_fields=class_list`],
] as const)
  t.test(`classes of a post with many terms in ${what}`, async t => {
    const make = async (count: number) => {
      const { send, object } = await taggedPost(count)
      return async () => {
        const answer = await send(`GET ${path(object)}`, { as: 'anonymous' })
        if (answer.text().split('"tag-').length <= count) throw new Error('Some classes are missing.')
      }
    }
    t.equal(await grows(make, MANY), undefined)
  })
