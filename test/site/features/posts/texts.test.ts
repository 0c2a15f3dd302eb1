import { cmsDialect, wpDialect } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'

interface Shown {
  readonly id: number
  readonly title: { readonly raw: string }
}

t.test('titles are trimmed; other texts are not', async t => {
  const { send } = await makeSite()
  for (const [title, raw] of [
    ['  plain  ', 'plain'],
    ['\t\n\r\u000b lines', 'lines'],
    ['in\tside  two', 'in\tside  two'],
    ['\u00a0\u3000 wide \u2003', '\u00a0\u3000 wide \u2003'],
    ['\f form feed', '\f form feed'],
  ] as const) {
    const { status, body } = await send('POST /posts', {
      body: { title: { raw: title }, content: ' x ', excerpt: ' y ' },
    })
    t.equal(status, 201)
    t.match(body, { title: { raw }, content: { raw: ' x ' }, excerpt: { raw: ' y ' } })
  }
})

t.test('an object with an empty title changes nothing; other empty texts do', async t => {
  const { send } = await makeSite()
  const { id } = (await send('POST /posts', { body: { title: 'x', content: 'y', excerpt: 'z' } })).body as Shown
  const update = async (body: object) => (await send(`PUT /posts/${id}`, { body })).body
  t.match(await update({ title: { raw: '' } }), { title: { raw: 'x' } })
  t.match(await update({ title: { raw: '' }, content: { raw: '' }, excerpt: { raw: '' } }), {
    ...{ title: { raw: 'x' }, content: { raw: '' }, excerpt: { raw: '' } },
  })
  t.match(await update({ title: '', content: 'y' }), { title: { raw: '' } })
})

t.test('a title is trimmed before its HTML is filtered', async t => {
  const { send } = await makeSite()
  for (const [title, raw] of [
    [' x <img> ', 'x '],
    ['<img> x', ' x'],
    [' <b>x</b> ', '<b>x</b>'],
  ] as const) {
    t.match((await send('POST /posts', { as: 'author', body: { title } })).body, { title: { raw } })
    t.match((await send('POST /posts', { body: { title } })).body, { title: { raw: title.trim() } })
  }
})

t.test('a post must say something: spaces of a title and a lone 0 do not', async t => {
  const { send } = await makeSite()
  for (const [body, status] of [
    [{}, 400],
    [{ title: '  ' }, 400],
    [{ title: '0' }, 400],
    [{ title: '0', content: '0', excerpt: '0' }, 400],
    [{ title: '00' }, 201],
    [{ content: ' ' }, 201],
    [{ excerpt: ' ' }, 201],
    [{ title: '0', content: 'x' }, 201],
  ] as const) {
    const answer = await send('POST /posts', { body })
    t.equal(answer.status, status, JSON.stringify(body))
    if (status === 400) t.match(answer.body, { code: 'empty_content' })
  }
  t.equal((await send('POST /pages', { body: { title: '0' } })).status, 201, 'a page may be empty')
  const { id } = (await send('POST /posts', { body: { title: 'x' } })).body as Shown
  t.match((await send(`PUT /posts/${id}`, { body: { title: ' ' } })).body, { code: 'empty_content' })
  t.match((await send(`PUT /posts/${id}`, { body: { title: ' ', content: 'y' } })).body, { title: { raw: '' } })
})

t.test('the dialect says which values name a template', async t => {
  for (const dialect of [cmsDialect, wpDialect]) {
    const { send } = await makeSite({ dialect })
    const { id } = (await send('POST /posts', { body: { title: 'A post' } })).body as { id: number }
    const isText = dialect.zeroIsEmpty
    for (const template of [0, false, '0', 5, true, [], ['x'], {}]) {
      const { status, body } = await send(`PUT /posts/${id}`, { body: { template } })
      const isEmpty = isText && (template === 0 || template === false || template === '0')
      const isRefusedByType = typeof template === 'object' || !(isText || typeof template === 'string')
      const code = isRefusedByType ? 'rest_invalid_type' : 'rest_invalid_param'
      t.equal(status, isEmpty ? 200 : 400, `${dialect.name} ${JSON.stringify(template)}`)
      t.match(body, isEmpty ? { template: '' } : { data: { details: { template: { code } } } })
    }
  }
})
