import type { OptionSnapshot } from '@platen/site/extend'
import t from 'tap'
import { makeSite } from '../../make-site.js'

t.test('an update based on older settings is refused', async t => {
  const { send } = await makeSite()
  const { headers } = await send('GET /settings')
  const etag = headers.ETag ?? ''
  t.match(etag, /^"v\d+-/)
  t.equal((await send('GET /settings', { headers: { 'if-none-match': etag } })).status, 304)
  const narrow = (await send('GET /settings?_fields=title')).headers.ETag ?? ''
  t.equal(
    (await send('POST /settings', { body: { title: 'Two' }, headers: { 'if-match': narrow } })).status,
    200,
    'a tag of any view serves',
  )
  t.match(await send('POST /settings', { body: { title: 'Three' }, headers: { 'if-match': etag } }), {
    status: 412,
    body: { code: 'rest_precondition_failed' },
  })
  t.match(await send('GET /settings'), { status: 200, body: { title: 'Two' } })
})

t.test('other changes of the site do not count', async t => {
  const { send, store } = await makeSite()
  const { headers } = await send('GET /settings')
  await store.options.set('sticky_posts', [1])
  t.equal(
    (await send('PUT /settings', { body: { title: 'Two' }, headers: { 'if-match': headers.ETag ?? '' } })).status,
    200,
  )
})

t.test('of two that are based on the same settings one is refused', async t => {
  const { send } = await makeSite()
  const { headers } = await send('GET /settings')
  const asking = (title: string) =>
    send('POST /settings', { body: { title }, headers: { 'if-match': headers.ETag ?? '' } })
  const answers = await Promise.all([asking('One'), asking('Two')])
  t.same(answers.map(answer => answer.status).sort(), [200, 412])
})

t.test('a change of only an added field counts', async t => {
  const { send } = await makeSite({
    register: site =>
      site.registerField('settings', 'greeting', {
        schema: { type: 'string' },
        get: (options: OptionSnapshot) => options.text('greeting', 'Welcome'),
        set: (_options, value, { store: contents }) => contents.options.set('greeting', value),
      }),
  })
  const { ETag: etag = '' } = (await send('GET /settings')).headers
  const asking = (greeting: string) => send('POST /settings', { body: { greeting }, headers: { 'if-match': etag } })
  const answers = await Promise.all([asking('Hello'), asking('Hi')])
  t.same(answers.map(({ status }) => status).sort(), [200, 412])
  t.equal((await send('GET /settings', { headers: { 'if-none-match': etag } })).status, 200)
  t.equal((await asking('Hey')).status, 412)
})
