import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { RateLimit, RateLimitUse } from '@platen/site'
import { createClient } from '@redis/client'
import { transform } from 'esbuild'
import t, { type Test } from 'tap'
import { freePort } from '../examples/drive-recipe.js'
import { root } from '../house/workspace.js'
import { temporaryFolder } from '../temporary-folder.js'
import { modulesOf } from './page-code.js'

const SERVER = '/usr/bin/redis-server'
const reason = existsSync(SERVER) ? undefined : 'redis-server is not installed'

interface Recipe {
  sharedRateLimit(counters: unknown): RateLimit
  redisCounters(redis: unknown): unknown
}

/** The functions of the page. */
async function recipe(folder: string): Promise<Recipe> {
  const page = modulesOf(readFileSync(join(root, 'docs/guides/limits-and-audit.md'), 'utf8'))
  const all: object[] = []
  for (const name of ['shared-rate-limit', 'redis-counters']) {
    const module = page.find(each => each.name === `${name}.ts`)
    const file = join(folder, `${name}.mjs`)
    writeFileSync(file, (await transform(module?.text ?? '', { loader: 'ts' })).code)
    all.push(await import(pathToFileURL(file).href))
  }
  return Object.assign({}, ...all)
}

async function startRedis(t: Test): Promise<string> {
  const port = await freePort()
  const words = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--dir', temporaryFolder('redis')]
  const child = spawn(SERVER, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill())
  for await (const text of child.stdout) if (String(text).includes('Ready to accept connections')) break
  return `redis://127.0.0.1:${port}`
}

t.test('processes count together in Redis', reason === undefined ? {} : { skip: reason }, async t => {
  const { sharedRateLimit, redisCounters } = await recipe(t.testdir())
  const url = await startRedis(t)
  const limits: RateLimit[] = []
  for (let at = 0; at < 3; at++) {
    const redis = await createClient({ url }).connect()
    t.teardown(() => redis.close())
    limits.push(sharedRateLimit(redisCounters(redis)))
  }
  const [one, two] = limits
  const useOf = (key: string, burst: number, seconds: number): RateLimitUse => ({ key, rule: { burst, seconds } })

  const guess = useOf('sign-in:203.0.113.7', 10, 60)
  const results = await Promise.all(Array.from({ length: 60 }, (_, at) => limits[at % 3]?.take([guess])))
  t.ok(results.filter(result => result?.retryAfter === 0).length <= 10, 'never more than the burst')
  while ((await one?.take([guess]))?.retryAfter === 0);
  const waiting = (await two?.take([guess]))?.retryAfter ?? 0
  t.ok(waiting > 590 && waiting <= 600, `the window is that of the burst: ${waiting} s`)

  await one?.refund([guess])
  t.same(await two?.take([guess]), { retryAfter: 0 }, 'a refund')
  await two?.clear([guess.key])
  t.same(await one?.take([guess]), { retryAfter: 0 }, 'a cleared key')
  await one?.clear([])

  const short = useOf('mail:ada', 1, 1)
  t.same(await one?.take([short]), { retryAfter: 0 })
  t.same(await two?.take([short, useOf('mail:bo', 5, 60)]), { retryAfter: 1 })
  t.same(await one?.take([useOf('mail:bo', 5, 60)]), { retryAfter: 0 })
  await setTimeout(1500)
  t.same(await two?.take([short]), { retryAfter: 0 }, 'the window has ended')
})
