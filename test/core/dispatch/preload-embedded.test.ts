import { memoKey } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'
import { loadModule } from '../load-module.js'

const { parseEmbed } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/embed-links.js')>('dispatch/embed-links.js')

const cases: readonly (readonly [given: unknown, selection: 'all' | readonly string[] | undefined])[] = [
  [undefined, undefined],
  ['', 'all'],
  ['1', 'all'],
  ['0', 'all'],
  ['true', 'all'],
  [',', 'all'],
  [' , ', 'all'],
  [',author,', ['author']],
  [',1', ['1']],
  ['author', ['author']],
  ['author,up next', ['author', 'up', 'next']],
  [
    ['author', 'up', 3],
    ['author', 'up'],
  ],
  [{ a: 'author' }, ['author']],
  [[], undefined],
  [7, undefined],
  [null, undefined],
]
for (const [given, selection] of cases) {
  t.test(`_embed=${JSON.stringify(given)}`, async t => {
    const parsed = parseEmbed(given)
    t.same(parsed instanceof Set ? [...parsed] : parsed, selection)
  })
}

function aSite(preload: (ids: readonly unknown[]) => void) {
  const { registry, errors } = aRegistry({ baseUrl: 'https://x.example' })
  const word = memoKey<string>('word')
  registry.get('a/v1', '/words/{id}', {
    permission: ({ params }) => params.id !== 3,
    preload(requests) {
      preload(requests.map(({ params }) => params.id))
      for (const request of requests) request.once(word, () => `word ${request.params.id}`)
    },
    handler: request => ({ body: request.once(word, () => 'loaded alone') }),
  })
  const link = (id: unknown) => ({ href: `https://x.example/a/v1/words/${id}`, embeddable: true })
  registry.get('a/v1', '/list', {
    args: { ids: { type: 'array', items: { type: 'string' }, default: [] } },
    permission: 'public',
    handler: ({ params }) => ({ body: params.ids.map(id => ({ id, _links: { word: [link(id)] } })) }),
  })
  const embedded = async (ids: string) => {
    const query = { _embed: '', ids }
    const { body } = await registry.dispatch<{ _embedded?: { word: unknown[] } }[]>({
      method: 'GET',
      path: '/a/v1/list',
      query,
    })
    return body.map(item => item._embedded?.word[0])
  }
  return { embedded, errors }
}

t.test('requests of one endpoint are preloaded together, and permitted one by one', async t => {
  const calls: unknown[] = []
  const { embedded } = aSite(ids => calls.push(ids))
  t.match(await embedded('1,2,3,1'), ['word 1', 'word 2', { code: 'rest_forbidden' }, 'word 1'])
  t.same(calls, [[1, 2, 3]])
})

t.test('a single request loads its own data', async t => {
  const calls: unknown[] = []
  const { embedded } = aSite(ids => calls.push(ids))
  t.same(await embedded('1'), ['loaded alone'])
  t.same(calls, [])
})

t.test('what cannot be preloaded is reported, and loaded by each request', async t => {
  const { embedded, errors } = aSite(() => {
    throw new Error('unforeseen')
  })
  t.same(await embedded('1,2'), ['loaded alone', 'loaded alone'])
  t.equal(errors.length, 1)
})
