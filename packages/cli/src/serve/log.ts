import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { requestLine } from '@platen/core'
import { clientOf } from '@platen/http'
import type { Logger } from '@platen/site'
import type { Logger as PinoLogger } from 'pino'
import { textLine } from './text-lines.js'

/** The log levels, each with fewer lines than the one before. */
export const LOG_LEVELS = ['info', 'warn', 'error', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** The formats of the log: lines for people, or JSON lines for programs. */
export const LOG_FORMATS = ['text', 'json'] as const

export type LogFormat = (typeof LOG_FORMATS)[number]

/** Creates a logger that writes the events of a level and of those after it. */
export function createLogger(level: LogLevel, format: LogFormat, destination: { write(line: string): void }): Logger {
  const { info, warn, error } = format === 'text' ? textLogger(destination) : jsonLogger(level, destination)
  const writes = (of: LogLevel) => LOG_LEVELS.indexOf(of) >= LOG_LEVELS.indexOf(level)
  const none = () => {}
  return {
    info: writes('info') ? info : none,
    warn: writes('warn') ? warn : none,
    error: writes('error') ? error : none,
  }
}

function textLogger(destination: { write(line: string): void }): Logger {
  const writer =
    (level: LogLevel): Logger['info'] =>
    (data, message) =>
      destination.write(textLine(level, data, message))
  return { info: writer('info'), warn: writer('warn'), error: writer('error') }
}

/** Writes one JSON line per event. */
function jsonLogger(level: LogLevel, destination: { write(line: string): void }): Logger {
  let logger: PinoLogger | undefined
  // Loaded with the first line, which is written after the first response: loading it would delay that.
  const loaded = () => {
    logger ??= (createRequire(import.meta.url)('pino') as typeof import('pino').pino)(
      { level, base: null },
      destination,
    )
    return logger
  }
  return {
    info: (data, message) => loaded().info(data, message),
    warn: (data, message) => loaded().warn(data, message),
    error: (data, message) => loaded().error(data, message),
  }
}

/**
 * Logs every request of a server when it ends, without query and credentials. A response with a status from 500 is not an
 * error here: failures have a line of their own with the cause, and some refusals that clients can cause at any time have
 * such a status. `trustProxy` is the number of proxies that are trusted to report the address of the client.
 */
export function logRequests(server: Server, logger: Logger, trustProxy?: number | boolean): void {
  server.on('request', (req, res) => {
    const begin = performance.now()
    res.on('close', () => {
      const { method, path } = requestLine(req.method, req.url)
      const ms = Math.round((performance.now() - begin) * 10) / 10
      const about = { method, path, status: res.statusCode, ms, remote: clientOf(req, trustProxy).remoteAddress }
      if (!res.writableFinished) logger.warn(about, 'aborted by the client')
      else logger.info(about, 'answered')
    })
  })
}
