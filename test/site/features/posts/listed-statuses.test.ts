import t from 'tap'
import { makeSite } from '../../make-site.js'

t.test('lists take the names of statuses in any case', async t => {
  const { send } = await makeSite()
  for (const status of ['publish', 'draft']) {
    t.equal((await send('POST /posts', { body: { title: status, status } })).status, 201)
  }
  const statuses = async (query: string) =>
    ((await send(`GET /posts?context=edit&${query}`)).body as { status: string }[]).map(({ status }) => status).sort()
  t.same(await statuses('status=PUBLISH'), ['publish'])
  t.same(await statuses('status[]=Draft&status[]=publish'), ['draft', 'publish'])
  t.same(await statuses('status[]=&status[]=draft'), ['draft'])
  t.same(await statuses('status='), ['publish'])
})

t.test('only users who may list non-public posts learn which statuses exist', async t => {
  const { send } = await makeSite()
  const refused = async (path: string, as: string) => {
    const { status, body } = await send(`GET ${path}`, { as })
    const { data } = body as { data: { details: { status: { code: string } } } }
    return [status, data.details.status.code]
  }
  t.same(await refused('/posts?status=nope', 'administrator'), [400, 'rest_not_in_enum'])
  t.same(await refused('/posts?status=nope', 'anonymous'), [400, 'rest_forbidden_status'])
  t.same(await refused('/posts?status=publish,draft', 'anonymous'), [400, 'rest_forbidden_status'])
  t.same(await refused('/posts?status[]=', 'anonymous'), [400, 'rest_forbidden_status'])
  t.same(await refused('/media?status=publish', 'subscriber'), [400, 'rest_forbidden_status'])
  t.same(await refused('/media?status=publish', 'administrator'), [400, 'rest_not_in_enum'])
  t.equal((await send('GET /media?status=', { as: 'anonymous' })).status, 200)
})

t.test('discovery shows the names of statuses', async t => {
  const { send } = await makeSite()
  const { endpoints } = (await send('OPTIONS /posts')).body as {
    endpoints: { args: { status: { items: { enum: string[] }; default: string } } }[]
  }
  const shown = endpoints[0]?.args.status
  t.ok(shown?.items.enum.includes('draft'))
  t.equal(shown?.default, 'publish')
})
