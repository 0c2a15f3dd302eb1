// A process of its own with a collection in PostgreSQL: run with the URL, the schema, and `before` to read and write until it is
// disconnected, or `after` to upgrade the collection, which reports how far it has come.
import { after, before, leaflet, openLeaflets } from './leaflets.js'

/** What the process of the version before has done. */
export interface Served {
  readonly inserted: number
  readonly updated: number
  readonly read: number
  /** The longest time that a read or a write took, in milliseconds. */
  readonly longest: number
  readonly errors: readonly string[]
}

const [url = '', schema = '', version] = process.argv.slice(2)
const store = await openLeaflets(url, schema)

if (version === 'after') {
  await store.prepare([after], { onProgress: progress => process.send?.(progress) })
  await store.close()
  process.disconnect?.()
} else {
  const served = { inserted: 0, updated: 0, read: 0, longest: 0, errors: [] as string[] }
  let isOver = false
  await store.prepare([before])
  const leaflets = store.collection(before)
  const timed = async (kind: 'inserted' | 'updated' | 'read', action: () => Promise<unknown>) => {
    const from = performance.now()
    await action().then(
      () => served[kind]++,
      (error: unknown) => served.errors.push(`${kind}: ${error}`),
    )
    served.longest = Math.max(served.longest, performance.now() - from)
  }
  const lane = async (lane: number) => {
    for (let number = 1; !isOver; number++) {
      const id = (number * 7919 + lane * 104_729) % 50_000
      await timed('inserted', () => leaflets.insert(leaflet(1_000_000 * lane + number)))
      await timed('updated', () =>
        leaflets.updateWhere(before.where.eq('id', id), { title: `Ämter ${lane} ${number}` }),
      )
      await timed('read', () => leaflets.find({ where: before.where.eq('shelf', number % 1000), limit: 10 }))
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
  process.on('message', () => {
    isOver = true
  })
  process.send?.('ready')
  await Promise.all([1, 2, 3].map(lane))
  process.send?.(served)
  await store.close()
  process.disconnect?.()
}
