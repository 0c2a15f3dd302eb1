import type { Authenticator } from '@platen/core'
import t from 'tap'
import { loadModule } from '../load-module.js'

const { authenticate } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/authenticate.js')>('dispatch/authenticate.js')
const { anonymous } =
  await loadModule<typeof import('../../../packages/core/src/access/principal.js')>('access/principal.js')
const { RestError } = await loadModule<typeof import('../../../packages/core/src/rest-error.js')>('rest-error.js')

const request = { method: 'GET', path: '/' }
const signedIn = { id: 3, authenticated: true, can: () => false }

t.test('the first authenticator that finds a principal decides; without one, the caller is anonymous', async t => {
  const called: string[] = []
  const one = (name: string, found: ReturnType<Authenticator['authenticate']>): Authenticator => ({
    name,
    authenticate() {
      called.push(name)
      return found
    },
  })
  t.equal(await authenticate(request, []), anonymous)
  t.equal(await authenticate(request, [one('a', undefined), one('b', signedIn), one('c', undefined)]), signedIn)
  t.same(called, ['a', 'b'])
  await t.rejects(
    async () => authenticate(request, [one('d', new RestError('bad', 'Bad.', 401)), one('e', signedIn)]),
    {
      code: 'bad',
    },
  )
  t.same(called, ['a', 'b', 'd'])
  const waiting = { name: 'w', authenticate: async () => undefined }
  t.equal(await authenticate(request, [waiting, one('f', undefined), waiting, one('g', signedIn)]), signedIn)
  t.same(called.slice(3), ['f', 'g'], 'those that wait keep the order')
})

t.test('promises of other realms are awaited', async t => {
  const { runInNewContext } = await import('node:vm')
  const other = (found: unknown): Authenticator => ({
    name: 'other',
    authenticate: () => runInNewContext('Promise.resolve(found)', { found }),
  })
  t.equal(await authenticate(request, [other(undefined), other(signedIn)]), signedIn)
  t.equal(await authenticate(request, [other(undefined)]), anonymous)
  await t.rejects(async () => authenticate(request, [other(new RestError('bad', 'Bad.', 401))]), { code: 'bad' })
})

t.test('a given principal skips authenticators', async t => {
  const refuse = { name: 'x', authenticate: () => new RestError('bad', 'Bad.', 401) }
  t.equal(await authenticate({ ...request, principal: signedIn }, [refuse]), signedIn)
})
