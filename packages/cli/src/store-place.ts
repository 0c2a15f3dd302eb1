import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isUrl } from '@platen/core'
import { openSqliteStore, type SqliteSynchronous } from '@platen/sql/sqlite'
import { type Store, StoreError } from '@platen/storage'
import { type Command, InvalidArgumentError } from 'commander'
import { CliError } from './cli-error.js'
import type { LoadedConfig } from './config/load-config.js'
import { openConfigStore } from './config/open-config-store.js'
import { storeError } from './store-error.js'

/** Where a site is stored: in a file, a database, in memory, or in the store that a configuration opens. */
export type StorePlace =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly schema?: string | undefined; readonly folder: string }
  | { readonly kind: 'memory' }
  | { readonly kind: 'config'; readonly open: () => Promise<Store>; readonly folder: string }

/** The options of every command that name the site. */
export interface StoreOptions {
  readonly store?: string
  readonly schema?: string
  readonly data?: string
  readonly config?: string
}

const FILE_NAME = 'site.sqlite'

export function addStoreOptions(command: Command): Command {
  return command
    .option('--config <file>', 'the configuration of the site (default: platen.config.ts, .mjs or .js, if it exists)')
    .option(
      '--store <kind file>',
      'where the site is stored: "sqlite FILE", "postgres://USER@HOST/DATABASE", or "memory" to try things out',
      parseStore,
    )
    .option('--schema <name>', "the schema in a PostgreSQL database (default: the first of the user's search path)")
    .option('--data <folder>', `the folder of the site, which is stored in its ${FILE_NAME} (default: ./data)`)
}

/** Parses the value of `--store`. */
export function parseStore(text: string): string {
  if (text === 'memory' || /^sqlite:./s.test(text) || isPostgres(text)) return text
  if (text === 'sqlite') throw new InvalidArgumentError('A file is missing: --store sqlite FILE.')
  throw new InvalidArgumentError('The kinds of store are "sqlite FILE", "postgres://USER@HOST/DATABASE" and "memory".')
}

const isPostgres = (text: string) => /^postgres(?:ql)?:\/\/./s.test(text)

/** The options whose values are stores. */
const STORE_OPTIONS = ['--store', '--from', '--to']

/** Joins the words of `--store sqlite FILE`: an option has one value. */
export const joinStoreWords = (words: readonly string[]): readonly string[] => STORE_OPTIONS.reduce(joinWords, words)

function joinWords(words: readonly string[], option: string): readonly string[] {
  const at = words.indexOf(option)
  const file = words[at + 2]
  if (at === -1 || words[at + 1] !== 'sqlite' || file === undefined || file.startsWith('-')) return words
  return [...words.slice(0, at), `${option}=sqlite:${file}`, ...words.slice(at + 3)]
}

/** Finds the store of the options, or else of the configuration; a `CliError` if options exclude each other. */
export function storePlace(
  { store, schema, data }: StoreOptions,
  loaded: LoadedConfig,
  names = { store: '--store', schema: '--schema' },
): StorePlace {
  const { config, folder } = loaded
  if (store !== undefined && data !== undefined) {
    throw new CliError('Give either --store or --data.', { exitCode: 2 })
  }
  if (schema !== undefined && (store === undefined || !isPostgres(store))) {
    throw new CliError(`${names.schema} is for ${names.store} postgres://USER@HOST/DATABASE.`, { exitCode: 2 })
  }
  if (store === 'memory') return { kind: 'memory' }
  const own = resolve(folder, config.data ?? 'data')
  if (store !== undefined && isPostgres(store)) return { kind: 'postgres', url: store, schema, folder: own }
  if (store !== undefined) return { kind: 'sqlite', path: resolve(store.slice('sqlite:'.length)) }
  if (data !== undefined) return { kind: 'sqlite', path: resolve(data, FILE_NAME) }
  const { store: open } = config
  return open === undefined
    ? { kind: 'sqlite', path: join(own, FILE_NAME) }
    : { kind: 'config', open: () => openConfigStore(loaded, open), folder: own }
}

const LASTING = 'Name the site with --data FOLDER or --store sqlite FILE.'

/** Refuses a store in memory: it is empty when a command starts, and lost when the command ends. */
export const requireLasting = (place: StorePlace): void =>
  refuseMemory(place, 'A store in memory is empty at the start of a command and gone at its end.')

/** Refuses a store in memory for several processes: each would have a store of its own. */
export const requireShared = (place: StorePlace): void =>
  refuseMemory(place, 'Several processes cannot share a store in memory.')

function refuseMemory(place: StorePlace, reason: string): void {
  if (place.kind === 'memory') throw new CliError(`${reason} ${LASTING}`, { exitCode: 2 })
}

/** Describes a location in messages. */
export function placeName(place: StorePlace): string {
  if (place.kind === 'config') return 'the store of the configuration'
  if (place.kind === 'postgres') return databaseName(place.url)
  return place.kind === 'memory' ? 'memory' : place.path
}

/** The URL of a database without its password; an invalid one may have it anywhere. */
function databaseName(text: string): string {
  if (!isUrl(text)) return 'the database of --store'
  const { protocol, username, host, pathname } = new URL(text)
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`
}

export interface OpenOptions {
  /** Creates the store if it does not exist; otherwise, that is a `CliError`. */
  readonly create?: boolean
  /** The error for a missing store. */
  readonly missing?: CliError | undefined
  readonly synchronous?: SqliteSynchronous | undefined
  /** The maximum number of connections that read. */
  readonly connections?: number | undefined
  /** Whether a pooler assigns connections to transactions; detected by default. */
  readonly pooled?: boolean | undefined
  /** How long writes wait for others, in milliseconds. */
  readonly busyTimeout?: number | undefined
  /** The time limit of reads, in milliseconds; none by default, because commands do not block other requests. */
  readonly statementTimeout?: number | undefined
}

export async function openStore(place: StorePlace, options: OpenOptions = {}): Promise<Store> {
  try {
    return await open(place, options)
  } catch (cause) {
    if (cause instanceof StoreError)
      throw cause.code === 'not_found' ? (options.missing ?? noSite(place)) : storeError(cause)
    // An option within a URL, or a database that is not as it must be.
    if (cause instanceof RangeError && place.kind === 'postgres') throw new CliError(cause.message, { cause })
    // A folder that cannot be created.
    if (cause instanceof Error && 'syscall' in cause) throw new CliError(cause.message, { cause })
    throw cause
  }
}

async function open(place: StorePlace, options: OpenOptions): Promise<Store> {
  const { create = false, synchronous, connections, pooled, busyTimeout } = options
  const { statementTimeout = Number.POSITIVE_INFINITY } = options
  const common = { mustExist: !create, busyTimeout, statementTimeout }
  if (place.kind === 'memory') return (await import('@platen/memory')).createMemoryStore()
  if (place.kind === 'config') return place.open()
  if (place.kind === 'postgres') {
    const { openPostgresStore } = await import('@platen/sql/postgres')
    return openPostgresStore({ ...common, url: place.url, schema: place.schema, connections, pooled })
  }
  if (create) mkdirSync(dirname(place.path), { recursive: true })
  return openSqliteStore({ ...common, path: place.path, synchronous })
}

/** Reports that there is no site at a location; `reason` is why none is created there. */
export function noSite(place: StorePlace, reason?: string): CliError {
  const where = reason === undefined ? placeName(place) : `${placeName(place)}: ${reason}`
  return new CliError(`There is no site in ${where}. "platen init" or "platen serve --create" creates one.`)
}
