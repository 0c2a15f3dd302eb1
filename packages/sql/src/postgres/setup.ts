import { StoreError } from '@platen/storage'
import type { Pool, PoolClient } from 'pg'
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
  /** The schema of the extension `pg_trgm`, if the database has it. */
  readonly trigrams: string | undefined
}

/** Creates what the statements of the dialect need, in the current schema; with `mustExist`, only in one with a store. */
export async function setUp(writer: Pool, mustExist: boolean): Promise<Setup> {
  const client = await writer.connect()
  try {
    const { rows } = await client.query<{ server: string; schema: string | null; encoding: string }>(
      `select current_setting('server_version') as server, current_schema() as schema, current_setting('server_encoding') as encoding`,
    )
    const [{ server = '', schema = null, encoding = '' } = {}] = rows
    if (schema === null) throw new RangeError('The schema of the PostgreSQL store does not exist.')
    if (encoding !== 'UTF8') throw new RangeError(`The encoding of the database is ${encoding}, and must be UTF8.`)
    if (mustExist) await requireStore(client, schema)
    const trigrams = await createTrigrams(client)
    await client.query(`begin; select pg_advisory_xact_lock(${SETUP_LOCK})`)
    const missing = await missingFunctions(client)
    for (const { definition } of missing) await client.query(definition())
    await client.query(
      `create table if not exists "${COMMITS_TABLE}" (id bigint primary key check (id = 1), revision bigint not null, options bigint not null); insert into "${COMMITS_TABLE}" values (1, 1, 1) on conflict do nothing; commit`,
    )
    client.release()
    return { server: `PostgreSQL ${server.split(' ')[0]}`, schema, trigrams }
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function requireStore(client: PoolClient, schema: string): Promise<void> {
  const { rows } = await client.query(
    `select 1 from pg_class where relname = '${COMMITS_TABLE}' and relnamespace = ${CURRENT_SCHEMA}`,
  )
  if (rows.length === 0) throw new StoreError('not_found', `There is no store in the schema "${schema}".`)
}

/**
 * Creates the extension for searches in texts, which not every user may do; returns the schema that it is in. It must not
 * be that of the site, since other sites of the database use it too.
 */
async function createTrigrams(client: PoolClient): Promise<string | undefined> {
  await client.query('create extension if not exists pg_trgm with schema public').catch(() => undefined)
  const { rows } = await client.query<{ schema: string }>(
    "select nspname as schema from pg_extension join pg_namespace as own on own.oid = extnamespace where extname = 'pg_trgm'",
  )
  return rows[0]?.schema
}

async function missingFunctions(client: PoolClient): Promise<readonly TextFunction[]> {
  const { rows } = await client.query<{ proname: string }>(
    `select proname from pg_proc where pronamespace = ${CURRENT_SCHEMA} and proname = any($1)`,
    [FUNCTIONS.map(({ name }) => name)],
  )
  const present = new Set(rows.map(({ proname }) => proname))
  return FUNCTIONS.filter(({ name }) => !present.has(name))
}
