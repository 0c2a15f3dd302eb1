import { messageOf } from '@platen/core'
import type { Logger } from '@platen/site'
import type { SqliteSynchronous } from '@platen/sql/sqlite'
import { type Command, InvalidArgumentError } from 'commander'
import { CliError } from '../cli-error.js'
import { keepHeapSmall } from '../keep-heap-small.js'
import { type SiteSource, siteSource } from '../open-site.js'
import { parseBasePath, parseDialect, parseOrigin, parsePort, parseUrl } from '../parse-options.js'
import { creationRefusal } from '../serve/creation-refusal.js'
import { createLogger, LOG_FORMATS, LOG_LEVELS, type LogFormat, type LogLevel } from '../serve/log.js'
import { PROCESS_VARIABLE } from '../serve/processes/messages.js'
import type { ServingProcess } from '../serve/processes/serving-process.js'
import { serveSite } from '../serve/serve-site.js'
import type { ServedSiteOptions } from '../serve/served-site.js'
import { addStoreOptions, openStore, placeName, requireShared, type StoreOptions } from '../store-place.js'
import type { Terminal } from '../terminal.js'

interface ServeOptions extends StoreOptions, ServedSiteOptions {
  readonly host?: string
  readonly port?: number
  readonly watch?: boolean
  readonly synchronous?: SqliteSynchronous
  readonly statementTimeout?: number
  readonly busyTimeout?: number
  readonly connections?: number
  readonly pooled?: boolean
  readonly replica?: readonly string[]
  readonly processes?: number
  readonly create?: boolean
  readonly logLevel?: LogLevel
  readonly logFormat?: LogFormat
}

const DEFAULT_PORT = 8080
const DEFAULT_STATEMENT_TIMEOUT = 5000
const DEFAULT_BUSY_TIMEOUT = 5000
const DEFAULT_CONNECTIONS = 10

/** `platen serve`: serves a site over HTTP until it is interrupted, and installs one first in a new folder. */
export function addServe(program: Command, terminal: Terminal): void {
  const command = program.command('serve').description('serves a site; creates a missing one in a new folder')
  addStoreOptions(command)
    .option(
      '--create',
      'creates a missing site anywhere (default: only in a new or empty folder in the working directory)',
    )
    .option('--watch', 'reloads the configuration when it, or something that it imports, changes')
    .option('--host <host>', 'the address to listen on (default: all interfaces)')
    .option('--port <port>', `the port (default: the environment's PORT, or ${DEFAULT_PORT})`, parsePort)
    .option('--base-path <path>', 'the path of the interface (default: /cms-json, or /wp-json)', parseBasePath)
    .option('--dialect <name>', '"cms" or "wp" (default: the one that the site was created with)', parseDialect)
    .option('--url <url>', 'the URL by which clients know the site', parseUrl)
    .option('--files <folder>', 'where uploaded files are stored (default: the folder "files" beside the site)')
    .option('--plugins <folder>', 'the folder of plugins that administrators can activate (default: none)')
    .option('--themes <folder>', 'the folder of themes (default: that of the configuration, or none)')
    .option(
      '--cors-origin <origin>',
      'an origin whose pages may send cookies and saved passwords; can be repeated',
      parseOrigin,
    )
    .option('--cache', 'caches responses to anonymous readers until something changes (default)')
    .option('--no-cache', 'computes every response')
    .option(
      '--synchronous <level>',
      '"full" or "normal": whether a power failure may lose the last writes (default: full)',
      oneOf<SqliteSynchronous>(['full', 'normal']),
    )
    .option(
      '--statement-timeout <ms>',
      `how long the queries of a request may take, in milliseconds (default: ${DEFAULT_STATEMENT_TIMEOUT})`,
      parseTimeout,
    )
    .option(
      '--busy-timeout <ms>',
      `how long writes wait for those of other processes, in milliseconds (default: ${DEFAULT_BUSY_TIMEOUT})`,
      parseTimeout,
    )
    .option(
      '--connections <count>',
      `the number of connections to PostgreSQL that read; two more write and listen (default: ${DEFAULT_CONNECTIONS})`,
      parsePositive,
    )
    .option('--pooled', 'the URL of PostgreSQL is that of a pooler, such as PgBouncer (default: detected)')
    .option('--no-pooled', 'it is that of the server itself, or of a pooler for whole sessions')
    .option('--replica <url>', 'a standby of the PostgreSQL server, for reads; can be repeated', parseReplica)
    .option(
      '--processes <count>',
      'the number of processes that serve the site, such as one for each processor (default: 1)',
      parsePositive,
    )
    .option('--trust-proxy <count>', 'the number of proxies in front that report the addresses of clients', parseCount)
    .option('--log-level <level>', `${LOG_LEVELS.join(', ')} (default: info)`, oneOf(LOG_LEVELS))
    .option('--log-format <format>', '"text" or "json" (default: text on a terminal, else json)', oneOf(LOG_FORMATS))
    .action((options: ServeOptions) => serve(options, terminal))
}

async function serve(options: ServeOptions, terminal: Terminal): Promise<void> {
  const own = await ownProcess(terminal)
  try {
    const source = await siteSource(options)
    const { config } = source.loaded
    const format = options.logFormat ?? config.logFormat ?? (terminal.isInteractive ? 'text' : 'json')
    const logger = createLogger(options.logLevel ?? config.logLevel ?? 'info', format, terminal.log)
    const processes = options.processes ?? config.processes ?? 1
    if (own !== undefined || processes === 1) return await serveAlone(source, options, logger, terminal, own)
    requireShared(source.place)
    const { supervise } = await import('../serve/processes/supervise.js')
    await supervise(processes, terminal, logger)
  } finally {
    own?.leave()
  }
}

/** This process, if it was started by another one to serve the site with it. */
async function ownProcess(terminal: Terminal): Promise<ServingProcess | undefined> {
  // The others need not load it.
  if (terminal.env[PROCESS_VARIABLE] === undefined) return undefined
  const { servingProcess } = await import('../serve/processes/serving-process.js')
  return servingProcess(terminal)
}

async function serveAlone(
  source: SiteSource,
  options: ServeOptions,
  logger: Logger,
  terminal: Terminal,
  own: ServingProcess | undefined,
): Promise<void> {
  keepHeapSmall()
  const { config } = source.loaded
  const port = options.port ?? portOf(terminal.env['PORT']) ?? config.port ?? DEFAULT_PORT
  const host = options.host ?? config.host
  requireEffect(source, options)
  const { synchronous, connections, pooled, busyTimeout, statementTimeout = DEFAULT_STATEMENT_TIMEOUT } = options
  const missing = creationRefusal(source.place, options.create ?? false, own)
  const create = missing === undefined
  const limits = { connections, pooled, busyTimeout, statementTimeout }
  const servers = { replicas: options.replica, ...limits }
  const store = await openStore(source.place, { create, missing, synchronous, ...servers })
  try {
    const watch = options.watch ?? false
    await serveSite({ ...source, store, host, port, logger, options, watch, own, missing }, own?.terminal ?? terminal)
  } finally {
    await store.close()
  }
}

/** Refuses options of stores for other ones, which they would not affect. */
function requireEffect({ place }: SiteSource, options: ServeOptions): void {
  const refuse = (name: string, kinds: string) => {
    throw new CliError(`${name} has no effect on ${placeName(place)}: it is for ${kinds}.`, { exitCode: 2 })
  }
  const { synchronous, connections, pooled, statementTimeout, busyTimeout } = options
  if (synchronous !== undefined && place.kind !== 'sqlite') refuse('--synchronous', 'SQLite files')
  if (connections !== undefined && place.kind !== 'postgres') refuse('--connections', 'PostgreSQL')
  if (pooled !== undefined && place.kind !== 'postgres') refuse(pooled ? '--pooled' : '--no-pooled', 'PostgreSQL')
  if (options.replica !== undefined && place.kind !== 'postgres') refuse('--replica', 'PostgreSQL')
  if (place.kind === 'sqlite' || place.kind === 'postgres') return
  if (statementTimeout !== undefined) refuse('--statement-timeout', 'SQLite files and PostgreSQL')
  if (busyTimeout !== undefined) refuse('--busy-timeout', 'SQLite files and PostgreSQL')
}

function portOf(text: string | undefined): number | undefined {
  try {
    return text === undefined || text === '' ? undefined : parsePort(text)
  } catch (cause) {
    throw new CliError(`PORT is "${text}": ${messageOf(cause)}`, { cause, exitCode: 2 })
  }
}

function parseTimeout(text: string): number {
  const timeout = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (timeout === 0) throw new InvalidArgumentError('Expected a positive number of milliseconds.')
  return timeout
}

function parsePositive(text: string): number {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (count === 0) throw new InvalidArgumentError('Expected a number from 1.')
  return count
}

function parseReplica(text: string, before: readonly string[] = []): readonly string[] {
  if (!/^postgres(?:ql)?:\/\//.test(text)) throw new InvalidArgumentError('Expected postgres://USER@HOST/DATABASE.')
  return [...before, text]
}

function parseCount(text: string): number {
  if (!/^\d{1,2}$/.test(text)) throw new InvalidArgumentError('Expected a number.')
  return Number(text)
}

const oneOf =
  <const T extends string>(words: readonly T[]) =>
  (text: string): T => {
    const word = words.find(each => each === text)
    if (word === undefined) throw new InvalidArgumentError(`Expected one of ${words.join(', ')}.`)
    return word
  }
