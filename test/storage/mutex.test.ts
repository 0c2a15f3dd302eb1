import { setTimeout as pause } from 'node:timers/promises'
import { createMutex } from '@platen/storage'
import t from 'tap'

t.test('tasks run one after the other, in the order in which they came', async t => {
  const exclusive = createMutex()
  const steps: string[] = []
  const task = (name: string, wait: number) => async () => {
    steps.push(`${name} starts`)
    await pause(wait)
    steps.push(`${name} ends`)
    return name
  }
  const results = await Promise.all([
    exclusive(task('a', 10)),
    exclusive(task('b', 1)),
    exclusive(() => steps.push('c')),
  ])
  t.same(steps, ['a starts', 'a ends', 'b starts', 'b ends', 'c'])
  t.same(results, ['a', 'b', 5])
})

t.test('a failed task does not prevent the next one', async t => {
  const exclusive = createMutex()
  const failing = exclusive(() => Promise.reject(new Error('no')))
  const next = exclusive(() => 'yes')
  await t.rejects(failing, { message: 'no' })
  t.equal(await next, 'yes')
})

t.test('a task that waits for too long is rejected, and never runs', async t => {
  const exclusive = createMutex(20)
  let ran = false
  const long = exclusive(() => pause(80))
  const late = exclusive(() => {
    ran = true
  })
  await t.rejects(late, { code: 'unavailable' })
  await long
  t.equal(await exclusive(() => 'free'), 'free')
  t.notOk(ran)
})
