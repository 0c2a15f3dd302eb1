import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, clientOf } from '@platen/http'
import t from 'tap'

t.test('the client of a request, with and without trusted proxies', async t => {
  const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7', 'x-forwarded-proto': 'https' }
  for (const [what, trustProxy, expected] of [
    ['none trusted', undefined, { remoteAddress: '127.0.0.1', secure: undefined }],
    ['none, as a flag', false, { remoteAddress: '127.0.0.1', secure: undefined }],
    ['one', true, { remoteAddress: '203.0.113.7', secure: true }],
    ['two', 2, { remoteAddress: '198.51.100.1', secure: true }],
    ['more than there are', 3, { remoteAddress: '127.0.0.1', secure: true }],
  ] as const) {
    const found = await new Promise<Client>((resolve, reject) => {
      const server = createServer((req, res) => {
        res.end()
        server.close()
        resolve(clientOf(req, trustProxy))
      })
      server.listen(0, '127.0.0.1', () => {
        get({ port: (server.address() as AddressInfo).port, headers, agent: false }, res => res.resume()).on(
          'error',
          reject,
        )
      })
    })
    t.same(found, expected, what)
  }
})

type RequestBatches = typeof import('../../packages/http/src/request-batches.js')

const { createRequestBatches }: RequestBatches = await import(
  new URL('../../../packages/http/dist/request-batches.js', import.meta.url).href
)
const SIZE = 8
const joinBatch = createRequestBatches(SIZE)

t.test('requests of one turn go on together, those of the next turn after them', async t => {
  const steps: string[] = []
  const go = async (name: string) => {
    await joinBatch()
    steps.push(`${name} first`)
    await undefined
    steps.push(`${name} second`)
  }
  const later = pause(5).then(() => go('later'))
  await Promise.all([go('a'), go('b'), later])
  t.same(steps, ['a first', 'b first', 'a second', 'b second', 'later first', 'later second'])
})

t.test('all waiting requests go on in order, and not all at once', async t => {
  const done: number[] = []
  let together = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 1000 }, async (_, index) => {
      await joinBatch()
      together++
      most = Math.max(most, together)
      await undefined
      together--
      done.push(index)
    }),
  )
  t.same(
    done,
    [...done].sort((a, b) => a - b),
  )
  t.equal(done.length, 1000)
  t.equal(most, SIZE)
})

t.test('a request that joins while others go on is released as well', async t => {
  for (let round = 0; round < 70; round++) {
    await Promise.all(
      Array.from({ length: round }, async () => {
        await joinBatch()
        await joinBatch()
      }),
    )
  }
  await joinBatch()
  t.pass('all of them are released')
})

t.test('as many go on together as take about the time that is given', async t => {
  const join = createRequestBatches(32, 2)
  const sizesFor = async (milliseconds: number) => {
    const sizes: number[] = []
    let together = 0
    const endTurn = () => {
      sizes.push(together)
      together = 0
    }
    await Promise.all(
      Array.from({ length: 300 }, async () => {
        await join()
        if (together === 0) process.nextTick(endTurn)
        together++
        for (const end = performance.now() + milliseconds; performance.now() < end; );
      }),
    )
    return sizes
  }
  const quick = await sizesFor(0)
  const slow = await sizesFor(3)
  t.ok(Math.max(...quick) > 20, `quick ones: ${quick}`)
  t.ok(Math.max(...slow.slice(-10)) <= 4, `slow ones: ${slow}`)
  const again = await sizesFor(0)
  t.ok(Math.max(...again) > 20, `quick ones after slow ones: ${again}`)
})
