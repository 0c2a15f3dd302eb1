import { resolve } from 'node:path'
import type { SqliteSynchronous } from '@platen/sql/sqlite'
import { type Command, InvalidArgumentError } from 'commander'
import { CliError } from '../cli-error.js'
import type { DialectName } from '../open-site.js'
import { parseBasePath, parseDialect, parseOrigin, parsePort, parseUrl } from '../parse-options.js'
import { createLogger, LOG_LEVELS, type LogLevel } from '../serve/log.js'
import { serveSite } from '../serve/serve-site.js'
import { addStoreOptions, filesFolder, openStore, type StoreOptions, storePlace } from '../store-place.js'
import type { Terminal } from '../terminal.js'

interface ServeOptions extends StoreOptions {
  readonly host?: string
  readonly port?: number
  readonly basePath?: string
  readonly dialect?: DialectName
  readonly url?: string
  readonly files?: string
  readonly corsOrigin?: readonly string[]
  readonly cache: boolean
  readonly trustProxy?: number
  readonly synchronous?: SqliteSynchronous
  readonly logLevel: LogLevel
}

const DEFAULT_PORT = 8080

/** `platen serve`: answers over HTTP until it is asked to end; the first time it makes the site. */
export function addServe(program: Command, terminal: Terminal): void {
  const command = program.command('serve').description('serves a site; makes it first if there is none')
  addStoreOptions(command)
    .option('--host <host>', 'the address to listen at; all of this machine unless given')
    .option('--port <port>', `the port (default: that in PORT, or ${DEFAULT_PORT})`, parsePort)
    .option('--base-path <path>', 'the path of the interface (default: /cms-json, or /wp-json)', parseBasePath)
    .option('--dialect <name>', '"cms" or "wp" (default: the one that the site was made with)', parseDialect)
    .option('--url <address>', 'the address by which clients know the site', parseUrl)
    .option('--files <folder>', 'where uploaded files are kept (default: the folder "files" beside the site)')
    .option(
      '--cors-origin <origin>',
      'pages of this origin may send cookies and saved passwords; can be given several times',
      parseOrigin,
    )
    .option('--cache', 'keeps answers to anonymous readers until something changes', true)
    .option('--no-cache', 'makes every answer anew')
    .option(
      '--synchronous <when>',
      '"full" or "normal": what a power failure may take (default: full)',
      parseSynchronous,
    )
    .option('--trust-proxy <count>', 'so many proxies in front tell the truth about clients', parseCount)
    .option('--log-level <level>', LOG_LEVELS.join(', '), parseLogLevel, 'info' as const)
    .action((options: ServeOptions) => serve(options, terminal))
}

async function serve(options: ServeOptions, terminal: Terminal): Promise<void> {
  const place = storePlace(options)
  const port = options.port ?? portOf(terminal.env['PORT']) ?? DEFAULT_PORT
  const store = await openStore(place, { create: true, synchronous: options.synchronous })
  try {
    const logger = createLogger(options.logLevel, terminal.log)
    const files = options.files === undefined ? filesFolder(place) : resolve(options.files)
    await serveSite({ ...options, store, place, port, files, logger }, terminal)
  } finally {
    await store.close()
  }
}

function portOf(text: string | undefined): number | undefined {
  try {
    return text === undefined || text === '' ? undefined : parsePort(text)
  } catch (cause) {
    throw new CliError(`PORT is "${text}": ${(cause as Error).message}`, { cause, exitCode: 2 })
  }
}

function parseCount(text: string): number {
  if (!/^\d{1,2}$/.test(text)) throw new InvalidArgumentError('It is a number.')
  return Number(text)
}

function parseSynchronous(text: string): SqliteSynchronous {
  if (text !== 'full' && text !== 'normal') throw new InvalidArgumentError('It is "full" or "normal".')
  return text
}

function parseLogLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find(each => each === text)
  if (!level) throw new InvalidArgumentError(`It is one of ${LOG_LEVELS.join(', ')}.`)
  return level
}
