import { endpoint, type Reply } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

const { registry, errors } = aRegistry()

/** What handlers in JavaScript return by mistake. */
const mistakes: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  null: null,
  text: 'a text',
  number: 7,
  list: [1],
  value: { motto: 'Read more.' },
}

for (const [name, value] of Object.entries(mistakes))
  for (const kind of ['sync', 'async'] as const)
    t.test(`${name}, ${kind}`, async t => {
      const reply = value as Reply
      const handler = kind === 'sync' ? () => reply : async () => reply
      const methods = ['GET', 'POST'] as const
      registry.route('a/v1', `/${kind}/${name}/{id}`, {
        endpoints: [endpoint({ methods, permission: 'public', handler })],
      })
      for (const method of methods) {
        errors.length = 0
        const response = await registry.call(method, `/a/v1/${kind}/${name}/7`)
        const body = { code: 'rest_internal_error', message: 'Something went wrong on the server.' }
        t.match(response, { ok: false, status: 500, body })
        const place = `The handler of ${method} /a/v1/${kind}/${name}/(?P<id>[\\d]+) returned `
        t.ok(errors.length === 1 && String(errors[0]).startsWith(`TypeError: ${place}`), String(errors))
      }
    })

t.test('a body may be anything', async t => {
  for (const [at, body] of [undefined, null, '', 0, false, []].entries()) {
    registry.get('a/v1', `/body-${at}`, { permission: 'public', handler: () => ({ body }) })
    t.match(await registry.call('GET', `/a/v1/body-${at}`), { ok: true, status: 200, body })
  }
})
