import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import type { TestSite } from '../../make-site.js'
import { type MediaSite, mediaSite, painted } from './media-site.js'

const picture = (made: MediaSite, name: string, values: object = {}) =>
  made.site.content.media.create(
    { name: `${name}.png`, bytes: painted({ width: 400, height: 300 }), ...values },
    { as: made.site.system },
  )

const post = (made: TestSite, content: string, values: object = {}) =>
  made.site.content.posts.create({ title: 'P', status: 'publish', content, ...values }, { as: made.site.system })

async function shown(made: TestSite, id: number, as = 'anonymous'): Promise<string> {
  const { body } = await made.send(`GET /posts/${id}?_fields=content`, { as })
  return (body as { content: { rendered: string } }).content.rendered
}

const namesIn = (html: string): readonly string[] =>
  [...html.matchAll(/ src="[^"]*\/(\w+)-150x150\.png"/g)].map(([, name = '']) => name)

onEveryStore(t, 'a gallery shows the images that its reader may see', async (t, make) => {
  const made = await mediaSite({}, {}, make)
  const draft = await post(made, 'x', { status: 'draft' })
  const [open, hidden] = [await picture(made, 'open'), await picture(made, 'hidden', { attachedTo: draft.id })]
  const { id } = await post(made, `[gallery ids="${hidden.id},${open.id},${draft.id},999999"]`)
  t.same(namesIn(await shown(made, id)), ['open'])
  t.same(namesIn(await shown(made, id, 'administrator')), ['hidden', 'open'])
  await made.site.content.media.delete(open.id, { as: made.site.system })
  t.equal((await shown(made, id)).trim(), '')
})

onEveryStore(t, 'a gallery without ids shows the images of its post', async (t, make) => {
  const made = await mediaSite({}, {}, make)
  const [first, second] = [await post(made, '[gallery]'), await post(made, '[gallery]')]
  for (const name of ['a', 'b']) await picture(made, name, { attachedTo: first.id })
  await picture(made, 'c', { attachedTo: second.id })
  t.same(namesIn(await shown(made, first.id)), ['a', 'b'])
  t.same(namesIn(await shown(made, second.id)), ['c'])
})

t.test('many galleries do not make endless HTML', async t => {
  const made = await mediaSite()
  const ids: number[] = []
  for (let index = 0; index < 20; index++)
    ids.push((await picture(made, `p${index}`, { excerpt: 'c'.repeat(1000) })).id)
  const { id } = await post(
    made,
    `[gallery ids="${ids}" size="${'s'.repeat(100_000)}"]\n`.repeat(3) + `[gallery ids="${ids}"]`.repeat(5000),
  )
  const html = await shown(made, id)
  t.ok(html.length > 1_000_000)
  t.ok(html.length < 10_000_000)
})
