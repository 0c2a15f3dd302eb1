import t from 'tap'
import { makeSite } from '../site/make-site.js'

const SCRIPT = '<img src=x onerror=alert(1)><script>x</script>'

/** Footnotes that are sent, and what is stored of them for somebody who may not use any HTML they like. */
const FOOTNOTES: readonly (readonly [sent: string, stored: string])[] = [
  [
    JSON.stringify([{ id: 'a<b>', content: SCRIPT, extra: SCRIPT }]),
    JSON.stringify([{ id: 'ab', content: '<img src="x">x' }]),
  ],
  [
    JSON.stringify([{ id: 'a', content: 'é <em>x</em> "q"' }]),
    JSON.stringify([{ id: 'a', content: 'é <em>x</em> "q"' }]),
  ],
  [JSON.stringify([{ content: SCRIPT }, SCRIPT, [{ id: 'a', content: SCRIPT }], null]), '[]'],
  [JSON.stringify({ a: SCRIPT }), '[]'],
  [SCRIPT, ''],
]

t.test('footnotes of users without unfiltered_html are filtered', async t => {
  const { send } = await makeSite()
  const footnotesOf = async (as: string, footnotes: string) => {
    const answer = await send('POST /posts', { as, body: { title: 'x', meta: { footnotes } } })
    t.equal(answer.status, 201)
    return (JSON.parse(answer.text()) as { readonly meta: { readonly footnotes: string } }).meta.footnotes
  }
  for (const [sent, stored] of FOOTNOTES) {
    t.equal(await footnotesOf('contributor', sent), stored, sent)
    t.equal(await footnotesOf('administrator', sent), sent)
  }
})

t.test('a key may filter its values', async t => {
  const { send } = await makeSite({
    register(site) {
      const filter = (value: unknown) => String(value).toUpperCase()
      site.registerMeta({ object: 'post', key: 'one', type: 'string', single: true, filter })
      site.registerMeta({ object: 'post', key: 'many', type: 'string', filter })
    },
  })
  const answer = await send('POST /posts', { body: { title: 'x', meta: { one: 'a', many: ['b', 'c'] } } })
  t.match(JSON.parse(answer.text()), { meta: { one: 'A', many: ['B', 'C'] } })
})
