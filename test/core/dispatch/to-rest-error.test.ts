import type { RestError as AnyError } from '@platen/core'
import t from 'tap'
import { loadModule } from '../load-module.js'

const { toRestError } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/to-rest-error.js')>('dispatch/to-rest-error.js')
const { RestError } = await loadModule<typeof import('../../../packages/core/src/rest-error.js')>('rest-error.js')

const request = { method: 'GET', path: '/x' }
const translated = new RestError('busy', 'Busy.', 503)

function convert(thrown: unknown, translateError: (thrown: unknown) => AnyError | undefined = () => undefined) {
  const reported: unknown[] = []
  const error = toRestError(thrown, request, {
    translateError,
    reportError: (each, line) => reported.push([each, line]),
    reportedErrors: new WeakSet(),
  })
  return { error, reported }
}

t.test(
  'errors of the interface stay, others are translated or neutral; servers hear of what is their own fault',
  async t => {
    const own = new RestError('own', 'Own.', 500)
    t.same(convert(own), { error: own, reported: [] })
    const thrown = new Error('secret')
    const caused = new RestError('own', 'Own.', 502, { cause: thrown })
    t.same(convert(caused), { error: caused, reported: [[caused, request]] })
    const refused = new RestError('own', 'Own.', 404, { cause: thrown })
    t.same(convert(refused), { error: refused, reported: [] })
    t.match(convert(thrown), { error: { code: 'rest_internal_error', cause: thrown }, reported: [[thrown, request]] })
    t.match(
      convert(thrown, () => translated),
      { error: translated, reported: [[thrown, request]] },
    )
    const taken = new RestError('taken', 'Taken.', 409)
    t.same(
      convert(thrown, () => taken),
      { error: taken, reported: [] },
    )
    t.equal(
      convert(thrown, () => {
        throw new Error('again')
      }).error.cause,
      thrown,
    )
  },
)
