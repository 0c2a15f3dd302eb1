import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BenchResult } from '../bench-result.js'
import { copyOf, filledSite, MILLION } from './scale-site.js'

/** The message of the serving process: bytes of resident memory. */
interface Residency {
  readonly half: number
  readonly end: number
}

const MEGABYTE = 2 ** 20

/** The resident memory of a process that has handled 200,000 mixed requests at a million posts, and its growth. */
export async function run(): Promise<BenchResult[]> {
  const { path, remove } = copyOf(filledSite(MILLION))
  try {
    const { half, end } = await serving(path)
    const detail = `${megabytes(end)} MB at the end, ${megabytes(half)} MB after the first half`
    return [
      {
        name: 'resident memory after 200,000 mixed requests at 1,000,000 posts, in MB',
        ratio: end / MEGABYTE,
        goal: 220,
        compare: 'at-most',
        detail,
      },
      {
        name: 'that memory against that after half of the requests',
        ratio: end / half,
        goal: 1.05,
        compare: 'at-most',
        detail,
      },
    ]
  } finally {
    remove()
  }
}

const megabytes = (bytes: number) => Math.round(bytes / MEGABYTE)

function serving(path: string): Promise<Residency> {
  const child = fork(fileURLToPath(new URL('./mixed-requests.js', import.meta.url)), [path], {
    stdio: 'inherit',
    execArgv: [],
  })
  return new Promise((resolve, reject) => {
    child.once('message', message => resolve(message as Residency))
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`the process ended with ${code}`)))
  })
}
