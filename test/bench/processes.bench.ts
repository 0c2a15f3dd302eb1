import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BenchResult } from './bench-result.js'
import { type BenchServer, ratioOf, requestsPerSecond } from './measure.js'
import { sampleSite } from './sample-site.js'

const program = fileURLToPath(new URL('../../../packages/cli/bundle/bin.js', import.meta.url))

/**
 * The list of posts from `platen serve --processes 2`, against one process. The client needs a processor as well, so
 * that machines with more than two show more.
 */
export async function run(): Promise<BenchResult> {
  const { store, path } = await sampleSite(2000)
  await store.close()
  const two = await serve(path, 2)
  const one = await serve(path, 1)
  try {
    const { ratio, ours, theirs } = await ratioOf(
      () => requestsPerSecond(two.url),
      () => requestsPerSecond(one.url),
    )
    return {
      name: 'list of 10 posts of 2,000 in SQLite, only HTML kept, two processes',
      ratio,
      goal: 1.1,
      compare: 'at-least',
      detail: `${Math.round(ours)} requests/s against ${Math.round(theirs)} of one process`,
    }
  } finally {
    two.stop()
    one.stop()
  }
}

async function serve(path: string, processes: number): Promise<BenchServer> {
  const words = ['serve', '--store', 'sqlite', path, '--host', '127.0.0.1', '--port', '0', '--no-cache']
  const child = spawn(process.execPath, [program, ...words, '--log-level', 'error', '--processes', String(processes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [text] = await once(child.stdout.setEncoding('utf8'), 'data')
  const [, url] = /^ +interface +(\S+)\/$/m.exec(String(text)) ?? []
  if (url === undefined) throw new Error(`the server printed ${text}`)
  child.stdout.resume()
  return { url: `${url}/cms/v2/posts`, stop: () => child.kill('SIGTERM') }
}
