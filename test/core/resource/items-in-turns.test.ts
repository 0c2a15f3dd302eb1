import { endpoint, type ItemSource, Items } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

const ITEMS = 8

/** Keeps the thread busy, like the rendering of a large post. */
function work(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

/** A list that takes some milliseconds for each item; `longest` is the longest time without a turn of the event loop. */
function aSlowList(milliseconds: number, failing?: number) {
  const { registry } = aRegistry()
  let computed = 0
  const compute = (index: number) => {
    computed++
    work(milliseconds)
    if (index === failing) throw new Error('on purpose')
    return { id: index }
  }
  const source: ItemSource = { length: ITEMS, value: compute, text: index => JSON.stringify(compute(index)) }
  registry.route('a/v1', '/x', {
    endpoints: [endpoint({ methods: 'GET', permission: 'public', handler: () => ({ body: new Items(source) }) })],
  })
  const send = async (query: string) => {
    let turns = 0
    const counting = setInterval(() => turns++, 1)
    const { status, text } = await registry.dispatch({ method: 'GET', path: '/a/v1/x', query })
    clearInterval(counting)
    return { status, turns, body: JSON.parse(text()) as unknown }
  }
  return { send, computed: () => computed }
}

const all = Array.from({ length: ITEMS }, (_, id) => ({ id }))
const forms = [
  { name: 'a list', query: '', body: all },
  { name: 'a list in an envelope', query: '_envelope', body: { body: all, status: 200 } },
]

for (const { name, query, body } of forms) {
  t.test(`other work runs while ${name} is computed, and no item is computed twice`, async t => {
    const { send, computed } = aSlowList(15)
    const { turns, ...response } = await send(query)
    t.match(response, { status: 200, body })
    t.ok(turns >= ITEMS / 2 - 1, `${turns} turns`)
    t.equal(computed(), ITEMS)
  })
}

t.test('a list that is computed fast waits for nothing', async t => {
  const { send } = aSlowList(0)
  let fewest = Number.POSITIVE_INFINITY
  // On a busy machine even that can take long, once or twice.
  for (let tries = 0; tries < 20 && fewest > 0; tries++) {
    const { turns, ...response } = await send('')
    t.match(response, { status: 200, body: all })
    fewest = Math.min(fewest, turns)
  }
  t.equal(fewest, 0)
})

t.test('an item that fails later is an error of the request', async t => {
  t.match(await aSlowList(15, 5).send(''), { status: 500, body: { code: 'rest_internal_error' } })
})
