import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { postsIn } from '@platen/site'
import t from 'tap'
import { parityFolder } from '../../../parity/runner/scenario.js'
import { onEveryStore } from '../../every-store.js'
import type { TestSite } from '../../make-site.js'
import { type MediaSite, mediaSite } from './media-site.js'

const sound = readFileSync(join(parityFolder, 'files/media-sound.mp3'))

const attach = (made: MediaSite, name: string, attachedTo: number, values: object = {}) =>
  made.site.content.media.create({ name: `${name}.mp3`, bytes: sound, attachedTo, ...values }, { as: made.site.system })

const post = (made: TestSite, content: string, values: object = {}) =>
  made.site.content.posts.create({ title: 'P', status: 'publish', content, ...values }, { as: made.site.system })

const playedIn = (html: string): readonly string[] =>
  [...html.matchAll(/\/([\w-]+)\.mp3\?/g)].map(([, name = '']) => name)

async function played(made: TestSite, id: number, as = 'anonymous') {
  const { body } = await made.send(`GET /posts/${id}?_fields=content`, { as })
  return playedIn((body as { content: { rendered: string } }).content.rendered)
}

onEveryStore(t, 'a player without a file plays the first one that is attached to its post', async (t, make) => {
  const made = await mediaSite({}, {}, make)
  const [first, second, third] = [
    await post(made, '[audio]'),
    await post(made, '[audio][audio]'),
    await post(made, '[audio]'),
  ]
  for (const name of ['a', 'b']) await attach(made, name, first.id)
  const later = await attach(made, 'c', second.id)
  await attach(made, 'd', second.id)
  t.same(await played(made, first.id), ['a'])
  t.same(await played(made, second.id), ['c', 'c'])
  t.same(await played(made, third.id), [])
  const { body } = await made.send('GET /posts?orderby=id&order=asc&_fields=content', { as: 'anonymous' })
  const shown = (body as { content: { rendered: string } }[]).map(({ content }) => playedIn(content.rendered))
  t.same(shown, [['a'], ['c', 'c'], []])
  await postsIn(made.store).update(later.id, { menuOrder: 1 })
  t.same(await played(made, second.id), ['d', 'd'])
})

onEveryStore(t, 'nobody hears what they may not see', async (t, make) => {
  const made = await mediaSite({}, {}, make)
  const { id } = await post(made, '[audio]')
  const hidden = await attach(made, 'hidden', id)
  await postsIn(made.store).update(hidden.id, { status: 'private' })
  t.same(await played(made, id), [])
  t.same(await played(made, id, 'administrator'), [], 'only what is shown with its post')
  await attach(made, 'open', id)
  t.same(await played(made, id), ['open'])
})

t.test('many players do not make endless HTML', async t => {
  const made = await mediaSite()
  const { id } = await post(made, '[audio]'.repeat(50_000))
  await attach(made, 'a', id)
  t.equal((await played(made, id)).length, 2000)
})
