import t from 'tap'

type WhenKnownModule = typeof import('../../packages/core/src/when-known.js')

const { whenKnown }: WhenKnownModule = await import(
  new URL('../../../packages/core/dist/when-known.js', import.meta.url).href
)

t.test('a known value is used at once', async t => {
  t.equal(
    whenKnown(2, value => value + 1),
    3,
  )
  t.equal(
    whenKnown(undefined, value => value),
    undefined,
  )
  t.throws(
    () =>
      whenKnown(1, () => {
        throw new Error('refused')
      }),
    { message: 'refused' },
  )
})

t.test('a promise is used when it is fulfilled', async t => {
  t.equal(await whenKnown(Promise.resolve(2), value => value + 1), 3)
  await t.rejects(Promise.resolve(whenKnown(Promise.reject<number>(new Error('failed')), value => value)), {
    message: 'failed',
  })
})

t.test('so is a promise of another realm', async t => {
  const { runInNewContext } = await import('node:vm')
  const other: Promise<number> = runInNewContext('Promise.resolve(2)')
  t.notOk(other instanceof Promise)
  t.equal(await whenKnown(other, value => value + 1), 3)
})
