import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { BenchResult } from '../bench-result.js'
import { fiveTimes, median } from '../measure.js'
import { copyOf, filledSite, MILLION } from './scale-site.js'

const program = fileURLToPath(new URL('../../../../packages/cli/bundle/bin.js', import.meta.url))

/** The start of `platen serve` at a million posts, until it has served a list. */
export async function run(): Promise<BenchResult> {
  const { path, remove } = copyOf(filledSite(MILLION))
  try {
    const times = await fiveTimes(() => starting(path))
    return {
      name: 'start of platen serve to the first answer at 1,000,000 posts, milliseconds',
      ratio: median(times),
      goal: 400,
      compare: 'at-most',
      detail: times.map(time => `${Math.round(time)} ms`).join(', '),
    }
  } finally {
    remove()
  }
}

async function starting(path: string): Promise<number> {
  const port = await freePort()
  const started = performance.now()
  // Node would read these certificates before the program, which can take longer than Node's own start.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  const words = [program, 'serve', '--store', 'sqlite', path, '--host', '127.0.0.1', '--port', String(port)]
  const child = spawn(process.execPath, [...words, '--log-level', 'error'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    while (!(await answers(`http://127.0.0.1:${port}/cms-json/cms/v2/posts`))) {
      if (child.exitCode !== null) throw new Error(`platen serve ended with ${child.exitCode}`)
      await new Promise(resolve => setTimeout(resolve, 2))
    }
    return performance.now() - started
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

/** Checks whether a URL responds; false while nothing listens there. */
function answers(url: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false }, response => {
      response.resume()
      if (response.statusCode === 200) response.once('end', () => resolve(true))
      else reject(new Error(`the list was answered with ${response.statusCode}`))
    })
    request.once('error', error => ('code' in error && error.code === 'ECONNREFUSED' ? resolve(false) : reject(error)))
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}
