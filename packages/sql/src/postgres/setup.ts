import { StoreError } from '@platen/storage'
import type { Connection } from './client.js'
import { CURRENT_SCHEMA } from './ddl.js'
import { foldFunction, foldKeyFunction, type TextFunction } from './fold-functions.js'
import { jsonFunction } from './json-function.js'
import type { Pool } from './pool.js'

/** The table with one row: how many transactions were committed, and the last of them that changed each collection. */
export const COMMITS_TABLE = 'platen_commits'

const FUNCTIONS: readonly TextFunction[] = [foldFunction, foldKeyFunction, jsonFunction]

const FUNCTION_NAMES = FUNCTIONS.map(({ name }) => `'${name}'`).join()

/** Any number: processes that open a new database at the same time must agree on it. */
const SETUP_LOCK = 0x706c6174

/** Describes the schema that is used. */
export interface Setup {
  readonly server: string
  readonly schema: string
  /** The schema of the extension `pg_trgm`, if the database has it. */
  readonly trigrams: string | undefined
}

export interface SetupOptions {
  /** Whether a missing store is an error. */
  readonly mustExist: boolean
  /** Whether to use trigrams. */
  readonly trigrams: boolean
}

/** Creates what the statements of the dialect need, in the current schema. */
export async function setUp(writer: Pool, options: SetupOptions): Promise<Setup> {
  const { connection } = await writer.take()
  try {
    const result = await setUpWith(connection, options)
    writer.release(connection)
    return result
  } catch (error) {
    writer.release(connection, true)
    throw error
  }
}

async function setUpWith({ begin, script }: Connection, options: SetupOptions): Promise<Setup> {
  const read: Connection['script'] = text => begin('read only', `${text}; commit`)
  const [rows] = await read(
    `select current_setting('server_version'), current_schema(), current_setting('server_encoding')`,
  )
  const [server = '', schema, encoding = ''] = (rows?.[0] ?? []).map(textOf)
  if (schema === undefined) throw new RangeError('The schema of the PostgreSQL store does not exist.')
  if (encoding !== 'UTF8') throw new RangeError(`The encoding of the database is ${encoding}, and must be UTF8.`)
  if (options.mustExist) await requireStore(read, schema)
  // Computing them takes long, and other processes wait for the transaction.
  const definitions = new Map((await missingFunctions(read)).map(({ name, definition }) => [name, definition()]))
  await begin('', `select pg_advisory_xact_lock(${SETUP_LOCK})`)
  const trigrams = options.trigrams ? await createTrigrams(script) : undefined
  for (const { name, definition } of await missingFunctions(script)) await script(definitions.get(name) ?? definition())
  await planOnce(script)
  const [outdated = []] = await script(
    `select 1 from pg_attribute where attrelid = to_regclass('"${COMMITS_TABLE}"') and attname = 'options'`,
  )
  if (outdated.length > 0)
    await script(
      `alter table "${COMMITS_TABLE}" add column if not exists changed jsonb not null default '{}', drop column options`,
    )
  await script(
    `create table if not exists "${COMMITS_TABLE}" (id bigint primary key check (id = 1), revision bigint not null, changed jsonb not null); insert into "${COMMITS_TABLE}" values (1, 1, '{}') on conflict do nothing; commit`,
  )
  return { server: `PostgreSQL ${server.split(' ')[0]}`, schema, trigrams }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

async function requireStore(script: Connection['script'], schema: string): Promise<void> {
  const [rows = []] = await script(
    `select 1 from pg_class where relname = '${COMMITS_TABLE}' and relnamespace = ${CURRENT_SCHEMA}`,
  )
  if (rows.length === 0) throw new StoreError('not_found', `There is no store in the schema "${schema}".`)
}

/**
 * Creates the extension for searches in texts, which not every user may do; returns the schema that it is in. It must not
 * be that of the site, since other sites of the database use it too.
 */
async function createTrigrams(script: Connection['script']): Promise<string | undefined> {
  await script('savepoint own; create extension if not exists pg_trgm with schema public').catch(() =>
    script('rollback to own'),
  )
  const [rows] = await script(
    "select nspname from pg_extension join pg_namespace as own on own.oid = extnamespace where extname = 'pg_trgm'",
  )
  return textOf(rows?.[0]?.[0])
}

/**
 * From PostgreSQL 18 on, `plan_cache_mode` of sessions (see `PLAN_SETTINGS`) applies to functions: planning one for each text
 * takes four times as long as folding it. Only their owner may change this.
 */
async function planOnce(script: Connection['script']): Promise<void> {
  const [rows = []] = await script(
    `select proname from pg_proc where pronamespace = ${CURRENT_SCHEMA} and proname in (${FUNCTION_NAMES}) and proconfig is null and current_setting('server_version_num')::int >= 180000 and pg_has_role(proowner, 'usage')`,
  )
  for (const [name] of rows) await script(`alter function ${String(name)}(text) set plan_cache_mode = auto`)
}

async function missingFunctions(script: Connection['script']): Promise<readonly TextFunction[]> {
  const [rows = []] = await script(
    `select proname from pg_proc where pronamespace = ${CURRENT_SCHEMA} and proname in (${FUNCTION_NAMES})`,
  )
  const present = new Set(rows.map(([name]) => name))
  return FUNCTIONS.filter(({ name }) => !present.has(name))
}
