import { createMemoryBudget, receiveBody } from '@platen/core'
import t from 'tap'

const never = () => () => {}
const at = (milliseconds: number) => (resolve: (value: undefined) => void) => {
  const timer = setTimeout(resolve, milliseconds, undefined)
  return () => clearTimeout(timer)
}

t.test('a client that sends nothing is waited for as long as every body may take', async t => {
  let failures = 0
  const body = receiveBody(createMemoryBudget(100), { bodyTimeout: 50 }, () => void failures++)
  let stopped = 0
  await t.rejects(
    body.wait(() => () => void stopped++),
    { status: 408, code: 'rest_request_timeout' },
  )
  t.same([failures, stopped], [1, 1])
  await t.rejects(body.wait(never), { code: 'rest_request_timeout' }, 'and then no longer')
})

t.test('bytes that arrive extend the time', async t => {
  const body = receiveBody(createMemoryBudget(100), { bodyTimeout: 0, minBodyRate: 1000 })
  body.arrived(60_000)
  await body.wait(at(20))
  const slow = receiveBody(createMemoryBudget(100), { bodyTimeout: 0, minBodyRate: 1000 })
  slow.arrived(10)
  await t.rejects(slow.wait(at(5000)), { code: 'rest_request_timeout' })
})

t.test('the time of all waits counts, but not that between them', async t => {
  const body = receiveBody(createMemoryBudget(100), { bodyTimeout: 400, minBodyRate: 1_000_000 })
  await body.wait(at(20))
  await new Promise(resolve => setTimeout(resolve, 600))
  await body.wait(at(20))
  await t.rejects(async () => {
    for (let wait = 0; wait < 100; wait++) await body.wait(at(20))
  })
})

t.test('without a rate, there is no limit; a very long time is not an overflow', async () => {
  await receiveBody(createMemoryBudget(100), { bodyTimeout: 0, minBodyRate: 0 }).wait(at(20))
  const long = receiveBody(createMemoryBudget(100), { bodyTimeout: 0, minBodyRate: 1 })
  long.arrived(1e10)
  await long.wait(at(20))
})

t.test('a body is given up when others need its memory, whether or not it waits', async t => {
  const budget = createMemoryBudget(100)
  const [first, second, third] = [1, 2, 3].map(() => receiveBody(budget, {}))
  first?.hold(40)
  const waiting = second?.wait(never)
  second?.hold(40)
  third?.hold(40)
  await t.rejects(waiting ?? Promise.resolve(), {
    status: 503,
    code: 'rest_server_busy',
    headers: { 'Retry-After': '10' },
  })
  t.throws(() => second?.hold(1), /no memory left/)
  third?.hold(10)
})

t.test('a complete body is not given up, and its memory is free after the request', async t => {
  const budget = createMemoryBudget(100)
  const first = receiveBody(budget, {})
  first.hold(90)
  first.complete()
  const second = receiveBody(budget, {})
  t.throws(() => second.hold(20), /no memory left/)
  first.release()
  receiveBody(budget, {}).hold(90)
})
