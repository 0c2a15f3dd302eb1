import { inspect } from 'node:util'

/** The values that need no name beside them. */
const PLAIN_KEYS = new Set(['method', 'path', 'status'])

/** Formats an event for people: the local time, the level unless it is `info`, the message, the data, and errors below. */
export function textLine(level: string, data: object, message: string): string {
  const time = new Date().toTimeString().slice(0, 8)
  const entries: readonly [string, unknown][] = Object.entries(data)
  const values = entries.filter(([, value]) => !(value instanceof Error)).map(([key, value]) => valueText(key, value))
  const errors = entries.filter(([, value]) => value instanceof Error).flatMap(([, error]) => errorLines(error))
  const line = [time, ...(level === 'info' ? [] : [level.toUpperCase()]), message, ...values].join(' ')
  return `${[line, ...errors].map(printable).join('\n')}\n`
}

function valueText(key: string, value: unknown): string {
  const text = typeof value === 'string' ? value : inspect(value, { breakLength: Number.POSITIVE_INFINITY })
  return PLAIN_KEYS.has(key) ? text : `${key}=${text}`
}

const errorLines = (error: unknown): readonly string[] =>
  inspect(error)
    .split('\n')
    .map(line => `  ${line}`)

/** A terminal would execute control characters, which clients can send. */
const printable = (text: string): string =>
  text.replace(/\p{Cc}/gu, character => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
