import t from 'tap'
import { loadModule } from '../load-module.js'

const { linkReply } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/link-reply.js')>('dispatch/link-reply.js')

const names = { prefix: 'cms', headerPrefix: 'X-CMS-', relationBase: 'about:cms/' }

t.test('links are added to the body, with curies for prefixed relations', async t => {
  const links = { self: [{ href: '/a' }], 'cms:x': [{ href: '/b' }] }
  t.match(linkReply({ id: 1 }, { body: {}, links }, false, names).body, { id: 1, _links: { ...links, curies: [{}] } })
  t.strictSame(linkReply([1], { body: [1] }, false, names).body, [1])
})

t.test('omitted members of a reply have defaults', async t => {
  t.match(linkReply(1, { body: 1 }, true, names), { status: 200, headers: {}, linkHeader: [], cacheable: true })
  const created = { body: 1, status: 201, headers: { a: 'b' }, linkHeader: ['c'], state: { version: 2 } }
  t.match(linkReply(1, created, true, names), { ...created, cacheable: false })
})
