import { cmsDialect, type Dialect, wpDialect } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'

const OVERLAY = '<div style="position:fixed;top:0;color:red">x</div>'
const note = (content: string) => JSON.stringify([{ id: 'a', content }])

t.test('users without unfiltered_html cannot cover the page with styles, where the dialect forbids it', async t => {
  for (const dialect of [cmsDialect, wpDialect] satisfies readonly Dialect[]) {
    const { send } = await makeSite({ dialect })
    for (const as of ['author', 'contributor', 'editor']) {
      const stored = async (path: string, body: object) => {
        const response = await send(`POST ${path}`, { as, body })
        t.ok(response.status < 300, response.text())
        return response.body as {
          readonly id: number
          readonly content: { readonly raw: string }
          readonly meta: { readonly footnotes: string }
        }
      }
      const filtered = as !== 'editor' && dialect === cmsDialect
      const expected = filtered ? '<div style="color:red">x</div>' : OVERLAY
      const meta = { footnotes: note(OVERLAY) }
      const post = await stored('/posts', { title: 'x', content: OVERLAY, meta })
      t.equal(post.content.raw, expected, `${dialect.name} ${as}`)
      t.equal(post.meta.footnotes, note(expected), `${dialect.name} ${as}: footnotes`)
      const changed = await stored(`/posts/${post.id}`, { content: `${OVERLAY}2` })
      t.equal(changed.content.raw, `${expected}2`)
      const saved = await stored(`/posts/${post.id}/autosaves`, { content: `${OVERLAY}3` })
      t.equal(saved.content.raw, `${expected}3`)
    }
  }
})
