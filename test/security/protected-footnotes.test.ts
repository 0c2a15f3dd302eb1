import t from 'tap'
import { makeSite } from '../site/make-site.js'

interface Shown {
  readonly content: { readonly rendered: string }
  readonly meta: Readonly<Record<string, string>>
}

const notes = JSON.stringify([{ id: 'a1', content: 'kanarnote' }])

t.test('the footnotes of a post need the password of its content', async t => {
  const { send } = await makeSite({
    register: site => site.registerMeta({ object: 'post', key: 'mood', type: 'string', single: true }),
  })
  const body = {
    title: 'Locked',
    status: 'publish',
    password: 'pw',
    content: '<p>a<sup data-fn="a1"></sup></p><!-- wp:footnotes /-->',
    meta: { footnotes: notes, mood: 'calm' },
  }
  const { id } = (await send('POST /posts', { body })).body as { readonly id: number }
  const shown = async (query: string, as: string) =>
    (await send(`GET /posts/${id}?_fields=meta,content${query}`, { as })).body as Shown
  for (const as of ['anonymous', 'subscriber', 'administrator']) {
    const { meta, content } = await shown('', as)
    t.same([meta.footnotes, meta.mood, content.rendered], ['', 'calm', ''], as)
    const opened = await shown('&password=pw', as)
    t.equal(opened.meta.footnotes, notes, `${as}, with the password`)
    t.match(opened.content.rendered, /<ol class="wp-block-footnotes".*kanarnote/, `${as}, with the password`)
  }
  t.notMatch((await send('GET /posts?_fields=meta', { as: 'anonymous' })).text(), 'kanarnote')
  t.equal((await shown('&context=edit', 'editor')).meta.footnotes, notes, 'an editor')
  const changed = await send(`POST /posts/${id}`, { as: 'editor', body: { meta: { footnotes: '[]' } } })
  t.equal((changed.body as Shown).meta.footnotes, '[]', 'in response to a change')
})
