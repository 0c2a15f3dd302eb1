import { wpDialect } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'

t.test('a status that cannot be chosen may be sent back', async t => {
  for (const dialect of [undefined, wpDialect]) {
    const { send } = await makeSite(dialect === undefined ? {} : { dialect })
    const { id } = (await send('POST /posts', { body: { title: 'x', status: 'publish' } })).body as unknown as {
      id: number
    }
    const change = async (status: unknown) => send(`PUT /posts/${id}`, { body: { status, title: 'y' } })
    const refused = { status: 400, body: { data: { details: { status: {} } } } }
    for (const status of ['trash', 'inherit', 'auto-draft', 'unknown', 5, ['draft']])
      t.match(await change(status), refused, JSON.stringify(status))
    t.match(await change('publish'), { status: 200, body: { status: 'publish' } })
    await send(`DELETE /posts/${id}`)
    t.match(await change('trash'), { status: 200, body: { status: 'trash', title: { raw: 'y' } } })
    t.match(await change('inherit'), refused)
    t.match(await change('draft'), { status: 200, body: { status: 'draft', slug: 'x' } })
    t.match(await change('trash'), refused)
  }
})
