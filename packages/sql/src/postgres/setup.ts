import type { Pool } from 'pg'
import { CURRENT_SCHEMA } from './ddl.js'
import { foldFunction, foldKeyFunction, type TextFunction } from './fold-functions.js'
import { jsonFunction } from './json-function.js'

/** The table with one row: how many transactions were committed, and how many of them wrote options. */
export const COMMITS_TABLE = 'platen_commits'

const FUNCTIONS: readonly TextFunction[] = [foldFunction, foldKeyFunction, jsonFunction]

/** Any number: processes that open a new database at the same time must agree on it. */
const SETUP_LOCK = 0x706c6174

/** Describes the schema that is used. */
export interface Setup {
  readonly server: string
  readonly schema: string
}

/** Creates what the statements of the dialect need, in the current schema. */
export async function setUp(writer: Pool): Promise<Setup> {
  const client = await writer.connect()
  try {
    const { rows } = await client.query<{ server: string; schema: string | null; encoding: string }>(
      `select current_setting('server_version') as server, current_schema() as schema, current_setting('server_encoding') as encoding`,
    )
    const [{ server = '', schema = null, encoding = '' } = {}] = rows
    if (schema === null) throw new RangeError('The schema of the PostgreSQL store does not exist.')
    if (encoding !== 'UTF8') throw new RangeError(`The encoding of the database is ${encoding}, and must be UTF8.`)
    await client.query(`begin; select pg_advisory_xact_lock(${SETUP_LOCK})`)
    const missing = await missingFunctions(client)
    for (const { definition } of missing) await client.query(definition())
    await client.query(
      `create table if not exists "${COMMITS_TABLE}" (id bigint primary key check (id = 1), revision bigint not null, options bigint not null); insert into "${COMMITS_TABLE}" values (1, 1, 1) on conflict do nothing; commit`,
    )
    client.release()
    return { server: `PostgreSQL ${server.split(' ')[0]}`, schema }
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function missingFunctions(client: {
  query(text: string, values: readonly unknown[]): Promise<{ readonly rows: readonly { readonly proname: string }[] }>
}): Promise<readonly TextFunction[]> {
  const { rows } = await client.query(
    `select proname from pg_proc where pronamespace = ${CURRENT_SCHEMA} and proname = any($1)`,
    [FUNCTIONS.map(({ name }) => name)],
  )
  const present = new Set(rows.map(({ proname }) => proname))
  return FUNCTIONS.filter(({ name }) => !present.has(name))
}
