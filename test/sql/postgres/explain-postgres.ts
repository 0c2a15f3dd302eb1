import { Client } from 'pg'
import type { RanStatement } from '../observe-statements.js'

/** What a run of a statement read. */
export interface Reads {
  /** Pages of 8 kB, from the server's buffers or from files. */
  readonly pages: number
  /** The tables of which all records were read, with their numbers. */
  readonly scanned: ReadonlyMap<string, number>
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly PlanNode[]
}

type Opening = typeof import('../../../packages/sql/src/postgres/open-connection.js')
const { openConnection }: Opening = await import(
  new URL('../../../../packages/sql/dist/postgres/open-connection.js', import.meta.url).href
)

const literal = (value: unknown) =>
  value === null ? 'null' : new Client().escapeLiteral(typeof value === 'string' ? value : String(value))

function scansOf(node: PlanNode, scanned: Map<string, number>): void {
  const table = node['Relation Name']
  if (node['Node Type'] === 'Seq Scan' && table !== undefined) {
    const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    scanned.set(table, (scanned.get(table) ?? 0) + rows)
  }
  for (const inner of node.Plans ?? []) scansOf(inner, scanned)
}

/** Opens a session with the settings of the store, those of its transactions if it reuses plans; writes are undone. */
export async function openExplaining(url: string, schema: string, reusesPlans: boolean) {
  const settings = [`search_path to ${schema}`]
  const connection = await openConnection({
    urls: [url],
    config: {},
    settings,
    pooled: false,
    reusesPlans,
    timeout: 5000,
  })
  let made = 0
  return {
    /** Collects the statistics of all tables, as the server does in time. */
    analyze: () => connection.script('analyze'),
    /** What the runs of a prepared statement read, one after the other. */
    async readsOf({ sql, parameters }: RanStatement, runs: number): Promise<readonly Reads[]> {
      const name = `explained_${++made}`
      await connection.script(`prepare ${name} as ${sql}`)
      const values = parameters.length === 0 ? '' : `(${parameters.map(literal).join()})`
      const reads: Reads[] = []
      for (let run = 0; run < runs; run++) {
        await connection.script('begin')
        const [explained] = await connection.script(`explain (analyze, buffers, format json) execute ${name}${values}`)
        await connection.script('rollback')
        const [[[{ Plan: plan }]]] = explained as readonly [readonly [readonly [{ readonly Plan: PlanNode }]]]
        const scanned = new Map<string, number>()
        scansOf(plan, scanned)
        reads.push({ pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], scanned })
      }
      await connection.script(`deallocate ${name}`)
      return reads
    },
    close: () => connection.close(),
  }
}
