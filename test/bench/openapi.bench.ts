import { createMemoryStore } from '@platen/memory'
import { createSite, installSite } from '@platen/site'
import type { BenchResult } from './bench-result.js'
import { fiveTimes, median } from './measure.js'

const url = 'https://site.example'
const administrator = { login: 'admin', email: 'admin@site.example', password: 'admin' }

/** How long `/openapi.json` of all built-in features takes in milliseconds: the first one of a site, and a cached one. */
export async function run(): Promise<BenchResult[]> {
  const first: number[] = []
  const cached: number[] = []
  let size = 0
  await fiveTimes(async () => {
    const store = createMemoryStore()
    await installSite(store, { url, administrator })
    const site = createSite({ store, url })
    await site.ready()
    const request = async () => {
      const from = performance.now()
      const { status, bytes } = await site.dispatch({ method: 'GET', path: '/openapi.json' })
      const time = performance.now() - from
      if (status !== 200 || bytes === undefined) throw new Error(`answered ${status}`)
      size = bytes.length
      return time
    }
    first.push(await request())
    for (let i = 0; i < 20; i++) cached.push(await request())
    return 0
  })
  const detail = `${Math.round(size / 1024)} KiB`
  return [
    // The first of all includes loading the code and compiling it.
    { name: 'first openapi.json, ms', ratio: Math.max(...first), goal: 300, compare: 'at-most', detail },
    { name: 'cached openapi.json, ms', ratio: median(cached), goal: 1, compare: 'at-most', detail },
  ]
}
