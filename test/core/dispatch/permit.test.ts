import { RestError } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

const routeOf = (permission: Permission, requiresLogin = false) => {
  const { registry } = aRegistry({ loginRequired: () => new RestError('sign_in', 'Sign in.', 401) })
  registry.post('a/v1', '/x', { permission, requiresLogin, handler: () => ({ body: 1 }) })
  return async (user?: string) => {
    const { status, body } = await registry.dispatch<{ code?: string }>({
      method: 'POST',
      path: '/a/v1/x',
      headers: user === undefined ? {} : { 'x-user': user },
    })
    return `${status} ${body.code ?? ''}`.trim()
  }
}
type Permission = Parameters<ReturnType<typeof aRegistry>['registry']['post']>[2]['permission']

t.test('false is 401 for anonymous callers and 403 for others, an error is sent as it is', async t => {
  const refused = routeOf(() => false)
  t.same([await refused(), await refused('read')], ['401 rest_forbidden', '403 rest_forbidden'])
  t.equal(await routeOf(() => new RestError('no', 'No.', 418))('read'), '418 no')
  t.equal(await routeOf(async () => true)(), '200')
  t.equal(await routeOf({ capability: 'write' })('write'), '200')
})

t.test('a route that requires a login has its own error for anonymous callers', async t => {
  const members = routeOf('public', true)
  t.same([await members(), await members('read')], ['401 sign_in', '200'])
})
