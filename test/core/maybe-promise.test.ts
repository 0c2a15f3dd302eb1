import t from 'tap'

type WhenKnownModule = typeof import('../../packages/core/src/maybe-promise.js')

const { whenAvailable }: WhenKnownModule = await import(
  new URL('../../../packages/core/dist/maybe-promise.js', import.meta.url).href
)

t.test('a known value is used at once', async t => {
  t.equal(
    whenAvailable(2, value => value + 1),
    3,
  )
  t.equal(
    whenAvailable(undefined, value => value),
    undefined,
  )
  t.throws(
    () =>
      whenAvailable(1, () => {
        throw new Error('refused')
      }),
    { message: 'refused' },
  )
})

t.test('a promise is used when it is fulfilled', async t => {
  t.equal(await whenAvailable(Promise.resolve(2), value => value + 1), 3)
  await t.rejects(Promise.resolve(whenAvailable(Promise.reject<number>(new Error('failed')), value => value)), {
    message: 'failed',
  })
})

t.test('so is a promise of another realm', async t => {
  const { runInNewContext } = await import('node:vm')
  const other: Promise<number> = runInNewContext('Promise.resolve(2)')
  t.notOk(other instanceof Promise)
  t.equal(await whenAvailable(other, value => value + 1), 3)
})
