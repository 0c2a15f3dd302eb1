import type { BenchResult } from './bench-result.js'
import { ratioOf, requestsPerSecond, startServer } from './measure.js'
import { QUERY } from './servers/eight-arguments.js'

/** A route with eight validated query arguments over HTTP, against the same route in Fastify 5. */
export async function run(): Promise<BenchResult> {
  const platen = await startServer('route-platen')
  const fastify = await startServer('route-fastify')
  try {
    const { ratio, ours, theirs } = await ratioOf(
      () => requestsPerSecond(`${platen.url}?${QUERY}`),
      () => requestsPerSecond(`${fastify.url}?${QUERY}`),
    )
    const detail = `${Math.round(ours)} requests/s against ${Math.round(theirs)} of Fastify`
    return { name: 'route with eight arguments, over HTTP', ratio, goal: 0.9, compare: 'at-least', detail }
  } finally {
    platen.stop()
    fastify.stop()
  }
}
