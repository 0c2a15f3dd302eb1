import { endpoint, type HandlerRequest } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

/** Fails to compile unless both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(_: Same<A, B>): void => {}

t.test('handlers and permissions get parameters typed from the schemas', async t => {
  const { registry } = aRegistry()
  registry.route('a/v1', '/x', {
    endpoints: [
      endpoint({
        methods: 'GET',
        args: {
          id: { type: 'integer', required: true },
          page: { type: 'integer', default: 1 },
          word: { type: 'string', enum: ['red', 'green'] },
          flags: { type: 'array', items: { type: 'boolean' }, default: [] },
          maybe: { type: ['string', 'null'] },
          map: { type: 'object', properties: { a: { type: 'integer', required: true }, b: { type: 'string' } } },
        },
        permission({ params }) {
          same<typeof params.id, number>(true)
          return params.id === 7
        },
        handler({ params }) {
          same<typeof params.id, number>(true)
          same<typeof params.page, number>(true)
          same<typeof params.word, 'red' | 'green' | undefined>(true)
          same<typeof params.flags, readonly boolean[] | boolean[]>(
            true as Same<typeof params.flags, readonly boolean[] | boolean[]>,
          )
          same<typeof params.maybe, string | null | undefined>(true)
          const a: number | undefined = params.map?.a
          const flags: readonly boolean[] = params.flags
          return {
            body: { id: params.id + 1, page: params.page, word: params.word?.length, flags, maybe: params.maybe, a },
          }
        },
      }),
    ],
  })
  const { body } = await registry.dispatch({
    method: 'GET',
    path: '/a/v1/x',
    query: 'id=7&word=red&flags=1,0&map[a]=3',
  })
  t.same(body, { id: 8, page: 1, word: 3, flags: [true, false], maybe: undefined, a: 3 })
})

t.test('an endpoint without arguments has no named parameters', async t => {
  endpoint({
    methods: 'GET',
    permission: 'public',
    handler(request) {
      same<keyof typeof request.params, never>(true)
      return { body: 1 }
    },
  })
  const general = (request: HandlerRequest): unknown => request.params['anything']
  t.type(general, 'function')
})
