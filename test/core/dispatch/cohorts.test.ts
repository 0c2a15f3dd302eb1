import { setTimeout as pause } from 'node:timers/promises'
import { createCohorts } from '@platen/core'
import t from 'tap'

const joinCohort = createCohorts(setImmediate)

t.test('those who wait in the same turn go on together, those of the next after them', async t => {
  const steps: string[] = []
  const go = async (name: string) => {
    await joinCohort()
    steps.push(`${name} first`)
    await undefined
    steps.push(`${name} second`)
  }
  const later = pause(5).then(() => go('later'))
  await Promise.all([go('a'), go('b'), later])
  t.same(steps, ['a first', 'b first', 'a second', 'b second', 'later first', 'later second'])
})

t.test('however many wait, all of them go on, in order and not all at once', async t => {
  const done: number[] = []
  let together = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 1000 }, async (_, index) => {
      await joinCohort()
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
  t.ok(most > 1 && most < 100, `${most} at a time`)
})

t.test('one that waits while others go on is not forgotten', async t => {
  for (let round = 0; round < 70; round++) {
    await Promise.all(
      Array.from({ length: round }, async () => {
        await joinCohort()
        await joinCohort()
      }),
    )
  }
  await joinCohort()
  t.pass('all of them have gone on')
})
