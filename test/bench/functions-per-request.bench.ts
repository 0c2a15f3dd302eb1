import type { BenchResult } from './bench-result.js'
import { startServer } from './measure.js'

type Packages = Readonly<Record<string, { readonly functions: number; readonly files: number }>>

/** The requests that are counted, and the functions that they may pass: these numbers may only shrink. */
const REQUESTS = [
  { request: 'list', name: 'functions that a list of 10 posts passes', goal: 330 },
  { request: 'create', name: 'functions that creating a post with an application password passes', goal: 500 },
] as const

/**
 * The functions of all packages that a warm request over HTTP passes while nothing is cached, each counted once: how much
 * code there is to read and to load for it.
 */
export async function run(): Promise<BenchResult[]> {
  const { url: counted, stop } = await startServer('counted-platen')
  stop()
  const packages = JSON.parse(counted) as Readonly<Record<(typeof REQUESTS)[number]['request'], Packages>>
  return REQUESTS.map(({ request, name, goal }) => {
    const each = Object.entries(packages[request]).sort(([, a], [, b]) => b.functions - a.functions)
    const sum = (what: 'functions' | 'files') => each.reduce((total, [, passed]) => total + passed[what], 0)
    const parts = each.map(([packageName, { functions, files }]) => `${packageName} ${functions} in ${files}`)
    const detail = `${sum('functions')} in ${sum('files')} files: ${parts.join(', ')}`
    return { name, ratio: sum('functions'), goal, compare: 'at-most', detail }
  })
}
