import type { OpenApiDocument } from '@platen/core/openapi'
import { dialects, postsIn } from '@platen/site'
import { openApiDocument } from '@platen/site/extend'
import t from 'tap'
import { schemaPointer } from '../../parity/openapi/check-scenario.js'
import { createValidator } from '../../parity/openapi/response-validator.js'
import { makeSite } from '../make-site.js'

/** The examples of a document by the paths of their GET operations. */
function examplesOf(document: OpenApiDocument): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(document.paths).flatMap(([path, { get }]) => {
      const success = get?.responses['200']
      const { example } = (success && 'content' in success && success.content?.['application/json']) || {}
      return example === undefined ? [] : [[path, example]]
    }),
  )
}

for (const dialect of Object.values(dialects))
  t.test(`examples are responses of the site in the dialect ${dialect.name}`, { timeout: 120_000 }, async t => {
    const { site, send } = await makeSite({
      dialect,
      register: site => site.registerPostType('book', { restBase: 'books', public: true, supports: ['title'] }),
    })
    const prefix = `/${dialect.prefix}/v2`
    const { id: category } = (await send('POST /categories', { body: { name: 'Herbs' } })).body as { id: number }
    const created = { status: 'publish', title: 'Mint', content: 'It grows.', categories: [category] }
    const { id: post } = (await send('POST /posts', { body: created })).body as { id: number }
    await send(`POST /posts/${post}`, { body: { content: 'It spreads.' } })
    await send('POST /posts', { body: { ...created, status: 'draft', title: 'Unpublished' } })
    await send('POST /books', { body: { status: 'private', title: 'Secret' } })
    await send('POST /comments', { body: { post, content: 'Nice.' } })

    t.match(await send('GET //openapi.json?examples=true', { as: 'anonymous' }), { status: 401 })
    const ofRole = async (as: string) => {
      const { status, body } = await send('GET //openapi.json?examples=true', { as })
      t.equal(status, 200)
      const document = body as OpenApiDocument
      const validatorOf = createValidator(document)
      const examples = examplesOf(document)
      for (const [path, example] of examples) {
        const pointer = schemaPointer(document, path, 'GET', 200)
        t.ok(pointer, path)
        if (pointer !== undefined) t.same(validatorOf(pointer, 'whole')(JSON.parse(JSON.stringify(example))), [], path)
      }
      return examples
    }
    const all = await ofRole('administrator')
    const some = await ofRole('subscriber')
    t.ok(all.size > 40 && some.size > 20 && some.size < all.size)
    t.match(all.get(`${prefix}/posts/{id}`), { title: { rendered: 'Mint' } })
    t.match(all.get(`${prefix}/posts`), [{ title: { rendered: 'Mint' } }])
    t.match(all.get(`${prefix}/settings`), { title: 'A site' })
    t.notOk(some.has(`${prefix}/settings`), 'what the caller may not read has no example')
    t.notMatch(JSON.stringify([...some]), /Unpublished|Secret/)
    t.same(examplesOf(await openApiDocument(site.context)).size, 0)
  })

t.test('examples create nothing, and run no abilities', { timeout: 120_000 }, async t => {
  let runs = 0
  const { send, store } = await makeSite({
    register(site) {
      site.registerAbilityCategory('shop', { label: 'Shop', description: 'The shop.' })
      site.registerAbility('shop/count', {
        label: 'Count',
        description: 'Counts the stock.',
        category: 'shop',
        annotations: { readonly: true },
        showInRest: true,
        permission: () => true,
        execute: () => ++runs,
      })
    },
  })
  t.match(await send('GET //openapi.json?examples=true'), { status: 200 })
  t.equal(runs, 0)
  t.same(
    (await postsIn(store).find({})).records.filter(({ type }) => type.endsWith('navigation')),
    [],
  )
})
