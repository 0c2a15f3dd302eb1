import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createMemoryStore } from '@platen/memory'
import { type Store, StoreError } from '@platen/site'
import { openSqliteStore, type SqliteSynchronous } from '@platen/sql/sqlite'
import { type Command, InvalidArgumentError } from 'commander'
import { CliError } from './cli-error.js'

/** Where a site is kept. */
export type StorePlace = { readonly kind: 'sqlite'; readonly path: string } | { readonly kind: 'memory' }

/** The options by which every command is told where the site is. */
export interface StoreOptions {
  readonly store?: string
  readonly data?: string
}

const FILE_NAME = 'site.sqlite'

/** Adds those options to a command. */
export function addStoreOptions(command: Command): Command {
  return command
    .option('--store <kind file>', 'where the site is: "sqlite FILE", or "memory" to try things out', parseStore)
    .option('--data <folder>', `the folder of the site; it is in ${FILE_NAME} there (default: ./data)`)
}

/** Refuses a kind of store that there is not. */
function parseStore(text: string): string {
  if (text === 'memory' || /^sqlite:./s.test(text)) return text
  if (text === 'sqlite') throw new InvalidArgumentError('It needs a file: --store sqlite FILE.')
  throw new InvalidArgumentError('The kinds of store are "sqlite FILE" and "memory".')
}

/** Makes one word of `--store sqlite FILE`: an option of a command line has one value. */
export function joinStoreWords(words: readonly string[]): readonly string[] {
  const at = words.indexOf('--store')
  const file = words[at + 2]
  if (at === -1 || words[at + 1] !== 'sqlite' || file === undefined || file.startsWith('-')) return words
  return [...words.slice(0, at), `--store=sqlite:${file}`, ...words.slice(at + 3)]
}

/** Reads the options; a `CliError` says which do not go together. */
export function storePlace({ store, data }: StoreOptions): StorePlace {
  const usage = { exitCode: 2 }
  if (store === undefined) return { kind: 'sqlite', path: resolve(join(data ?? 'data', FILE_NAME)) }
  if (data !== undefined) throw new CliError('Give either --store or --data.', usage)
  if (store === 'memory') return { kind: 'memory' }
  return { kind: 'sqlite', path: resolve(store.slice('sqlite:'.length)) }
}

/** Refuses a place that holds no site when a command starts, and loses it when the command ends. */
export function requireLasting(place: StorePlace): void {
  if (place.kind !== 'memory') return
  const hint = 'Name the site with --data FOLDER or --store sqlite FILE.'
  throw new CliError(`A store in memory is empty at the start of a command and gone at its end. ${hint}`, {
    exitCode: 2,
  })
}

/** The folder that uploaded files of a site are kept in: beside its store; `undefined` for memory. */
export const filesFolder = (place: StorePlace): string | undefined =>
  place.kind === 'memory' ? undefined : join(dirname(place.path), 'files')

/** The name of a place for people. */
export const placeName = (place: StorePlace): string => (place.kind === 'memory' ? 'memory' : place.path)

/** How a store is opened. */
export interface OpenOptions {
  /** Makes the place if it is not there. */
  readonly create?: boolean
  readonly synchronous?: SqliteSynchronous | undefined
}

/** Opens the store of a place. */
export async function openStore(place: StorePlace, { create = false, synchronous }: OpenOptions = {}): Promise<Store> {
  if (place.kind === 'memory') return createMemoryStore()
  if (!create && !existsSync(place.path)) throw noSite(place)
  try {
    if (create) mkdirSync(dirname(place.path), { recursive: true })
    return await openSqliteStore({ path: place.path, mustExist: !create, synchronous })
  } catch (cause) {
    if (!(cause instanceof StoreError) && !(cause instanceof Error && 'code' in cause)) throw cause
    throw new CliError(`${place.path} cannot be used: ${cause.message}`, { cause })
  }
}

/** That a place holds no site. */
export function noSite(place: StorePlace): CliError {
  return new CliError(`There is no site in ${placeName(place)}. "platen init" makes one.`)
}
