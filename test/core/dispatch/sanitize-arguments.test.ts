import { type Endpoint, RestError } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'
import { loadModule } from '../load-module.js'

const { sanitizeArguments } = await loadModule<
  typeof import('../../../packages/core/src/dispatch/sanitize-arguments.js')
>('dispatch/sanitize-arguments.js')

const { registry } = aRegistry()
registry.get('a/v1', '/x', {
  args: {
    n: { type: 'integer', default: 1 },
    s: { type: 'string' },
    list: { type: 'array', items: { type: 'integer' } },
  },
  emptyForNull: ['s'],
  permission: 'public',
  handler: () => ({ body: 1 }),
})
const endpoint = registry.routes().find(({ path }) => path.pattern === '/a/v1/x')?.endpoints[0] as Endpoint
const sanitize = (sources: readonly Record<string, unknown>[], refused: readonly string[] = []) => ({
  ...sanitizeArguments(endpoint, sources, new Map(refused.map(name => [name, new RestError('x', 'X.', null)]))),
})

t.test('earlier sources override later ones, and all of them the defaults', async t => {
  t.strictSame(sanitize([]), { n: 1 })
  t.strictSame(sanitize([{ n: '2' }, { n: '3', s: 'a' }]), { n: 2, s: 'a' })
  t.strictSame(sanitize([{ n: undefined }, { n: '3' }]), { n: 3 })
  t.strictSame(sanitize([{ list: '1,2', other: '07', s: null }]), { n: 1, list: [1, 2], other: '07', s: '' })
})

t.test('refused arguments are omitted, whatever their source', async t => {
  t.strictSame(sanitize([{ s: 'a' }, { s: 'b', n: '2' }], ['s']), { n: 2 })
})
