import type { Store } from '@platen/storage'
import t from 'tap'
import { onEveryStore, twoProcesses } from '../every-store.js'
import { makeSite } from '../make-site.js'

t.test('options are read as typed values', async t => {
  const { site, store } = await makeSite()
  for (const [value, text, number, flag, ids] of [
    ['words', 'words', 7, false, []],
    ['12', '12', 12, false, []],
    [12, '12', 12, false, []],
    [1.5, '1.5', 1.5, false, []],
    [true, '-', 1, true, []],
    [false, '-', 0, false, []],
    ['1', '1', 1, true, []],
    [1, '1', 1, true, []],
    ['0', '0', 0, false, []],
    ['', '', 0, false, []],
    [null, '-', 7, true, []],
    [[3, 1, 'x', 2.5, null, 3], '-', 7, false, [3, 1, 3]],
    [{ a: 1 }, '-', 7, false, []],
  ] as const) {
    await store.options.set('it', value)
    const options = await site.context.options()
    const read = [options.text('it', '-'), options.number('it', 7), options.flag('it', true), options.ids('it')]
    t.same(read, [text, number, flag, ids], JSON.stringify(value))
    t.same(options.get('it'), value)
  }
  const { get, text, number, flag, ids } = await site.context.options()
  t.same([get('none'), text('none'), number('none'), flag('none'), ids('none')], [undefined, '', 0, false, []])
  t.same([text('none', 'x'), number('none', 3), flag('none', true)], ['x', 3, true])
})

/** Counts how often all options are read. */
function countingAll() {
  const counted = {
    reads: 0,
    wrap: (store: Store): Store => ({
      ...store,
      options: {
        ...store.options,
        all() {
          counted.reads++
          return store.options.all()
        },
      },
    }),
  }
  return counted
}

onEveryStore(t, 'options are cached until the store changes', async (t, make) => {
  const { site, store } = await make()
  const first = await site.context.options()
  t.equal(await site.context.options(), first)
  await store.options.set('other', 1)
  const second = await site.context.options()
  t.not(second, first)
  t.equal(first.get('other'), undefined, 'what was read does not change')
  t.equal(second.get('other'), 1)
})

t.test('values derived from options stay cached while other records change', async t => {
  const [{ site, store, send }] = await twoProcesses(t)
  const before = await site.context.options()
  await send('POST /posts', { body: { title: 'New', status: 'publish' } })
  t.equal(await site.context.options(), before)
  await store.options.set('other', [1])
  const after = await site.context.options()
  t.not(after, before)
  t.throws(() => (after.get('other') as number[]).push(2), 'values are frozen')
})

t.test('concurrent reads share the cache', async t => {
  const counted = countingAll()
  const { send } = await makeSite({ wrapStore: counted.wrap })
  await send('GET /posts')
  counted.reads = 0
  await Promise.all(Array.from({ length: 5 }, () => send('GET /posts')))
  t.equal(counted.reads, 0)
})

t.test('writes of another process are visible', async t => {
  const [one, other] = await twoProcesses(t)
  t.equal((await one.site.context.options()).text('title'), 'A site')
  await other.send('PUT /settings', { body: { title: 'Renamed' } })
  t.equal((await one.site.context.options()).text('title'), 'Renamed')
  t.match((await one.send('GET //?_fields=name', { as: 'anonymous' })).body, { name: 'Renamed' })
})

t.test('time follows the configured zone', async t => {
  const { site, store } = await makeSite()
  const noon = Date.parse('2024-07-01T12:00:00Z')
  for (const [zone, hours, local] of [
    ['', 0, '2024-07-01T12:00:00'],
    ['', -3.5, '2024-07-01T08:30:00'],
    ['Europe/Berlin', 0, '2024-07-01T14:00:00'],
    ['Europe/Berlin', 5, '2024-07-01T14:00:00'],
    ['UTC+9', 0, '2024-07-01T21:00:00'],
    ['Nowhere/Land', 1, '2024-07-01T13:00:00'],
  ] as const) {
    await store.options.set('timezone_string', zone)
    await store.options.set('gmt_offset', hours)
    const { time } = await site.context.options()
    t.equal(time.local(noon), local, `${zone} ${hours}`)
    t.equal((await site.context.options()).time, time, 'made once')
  }
})
