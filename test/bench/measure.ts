import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'

/** A server in a separate process, so that it does not share a thread with its client. */
export interface BenchServer {
  readonly url: string
  stop(): void
}

/** Starts `servers/<name>.js`, which sends its URL to its parent when it listens. */
export function startServer(name: string, args: readonly string[] = []): Promise<BenchServer> {
  const child: ChildProcess = fork(fileURLToPath(new URL(`./servers/${name}.js`, import.meta.url)), args, {
    stdio: 'inherit',
  })
  return new Promise((resolve, reject) => {
    child.once('exit', code => reject(new Error(`the server ${name} ended with ${code}`)))
    child.once('message', message => {
      child.removeAllListeners('exit')
      resolve({ url: String(message), stop: () => child.kill('SIGKILL') })
    })
  })
}

/** Measures how many requests per second a server handles at a URL, all with status 200: GETs, or POSTs of a body. */
export async function requestsPerSecond(
  url: string,
  seconds = 2,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<number> {
  const sent = body === undefined ? {} : { method: 'POST' as const, body }
  const result = await autocannon({ url, connections: 20, duration: seconds, headers: { ...headers }, ...sent })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} answered ${result.non2xx} errors, ${result.errors} failures`)
  return result.requests.average
}

/** The median of a list of numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] as number
}

/** Measures five times, after one warm-up. */
export async function fiveTimes(measure: () => Promise<number>): Promise<readonly number[]> {
  await measure()
  const values: number[] = []
  for (let round = 0; round < 5; round++) values.push(await measure())
  return values
}

/** The ratio of two measures. They alternate, by default five times, so that other load on the machine affects both. */
export async function ratioOf(ours: () => Promise<number>, theirs: () => Promise<number>, rounds = 5) {
  const pairs: { ours: number; theirs: number }[] = []
  await ours()
  await theirs()
  for (let i = 0; i < rounds; i++) pairs.push({ ours: await ours(), theirs: await theirs() })
  return {
    ratio: median(pairs.map(pair => pair.ours / pair.theirs)),
    ours: median(pairs.map(pair => pair.ours)),
    theirs: median(pairs.map(pair => pair.theirs)),
  }
}
