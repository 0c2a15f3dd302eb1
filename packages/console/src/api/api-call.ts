import { parseJson, parseQuery, writePath, writeQuery } from '@platen/core'
import type { Fields } from '../form.js'
import { allArguments, type ShownEndpoint, type ShownSchema } from './interface.js'

/** A call of the interface. */
export interface ApiCall {
  readonly method: string
  /** The path below the root of the interface, with its query, encoded. */
  readonly target: string
  /** The arguments of a change. */
  readonly body?: Readonly<Record<string, unknown>>
}

/** Begins the names of fields with arguments. */
export const ARGUMENT = 'arg:'

const WITH_BODY = ['POST', 'PUT', 'PATCH']

/** The path of a call, and its query. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const at = target.indexOf('?')
  return at < 0 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) }
}

/** The call that a form describes; arguments that are empty are omitted. */
export function callOf({ method = 'GET', path = '', ...fields }: Fields, endpoint: ShownEndpoint): ApiCall {
  const sent: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(allArguments(endpoint))) {
    const text = fields[ARGUMENT + name] ?? ''
    if (text !== '') sent[name] = WITH_BODY.includes(method) ? parsed(schema, text) : text
  }
  const given = splitTarget(path.trim())
  const encoded = writePath(given.path)
  if (WITH_BODY.includes(method)) {
    const target = given.query === '' ? encoded : `${encoded}?${given.query}`
    return { method, target, body: sent }
  }
  const query = writeQuery({ ...parseQuery(given.query), ...sent })
  return { method, target: query === '' ? encoded : `${encoded}?${query}` }
}

/** The value that a text stands for: itself where the argument takes texts only or it is not JSON, or JSON. */
function parsed({ type }: ShownSchema, text: string): unknown {
  if (type === 'string') return text
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The call as a command of a shell. */
export function curlOf({ method, target, body }: ApiCall, apiUrl: string, login: string): string {
  const parts = [
    `curl --user ${quoted(`${login}:APPLICATION PASSWORD`)}`,
    ...(method === 'GET' ? [] : [`--request ${method}`]),
    ...(body === undefined
      ? []
      : [`--header 'Content-Type: application/json'`, `--data ${quoted(JSON.stringify(body))}`]),
    quoted(apiUrl + target),
  ]
  return parts.join(' \\\n  ')
}

/** The call in JavaScript, with `fetch`. */
export function fetchOf({ method, target, body }: ApiCall, apiUrl: string, login: string): string {
  const lines = [
    ...(method === 'GET' ? [] : [`method: ${JSON.stringify(method)},`]),
    'headers: {',
    `  Authorization: 'Basic ' + btoa(${JSON.stringify(`${login}:`)} + applicationPassword),`,
    ...(body === undefined ? [] : [`  'Content-Type': 'application/json',`]),
    '},',
    ...(body === undefined ? [] : [`body: JSON.stringify(${indented(JSON.stringify(body, null, 2))}),`]),
  ]
  return `const response = await fetch(${JSON.stringify(apiUrl + target)}, {\n  ${lines.join('\n  ')}\n})\nconst body = await response.json()`
}

const indented = (text: string) => text.replaceAll('\n', '\n  ')

/** The call with `@platen/client`. */
export function clientOf({ method, target, body }: ApiCall): string {
  const { path, query } = splitTarget(target)
  const options = query === '' ? '' : `, { query: ${indented(JSON.stringify(parseQuery(query)))} }`
  const value = body === undefined ? '' : `, ${JSON.stringify(body, null, 2)}`
  return `const body = await client.${method.toLowerCase()}(${JSON.stringify(path)}${value}${options})`
}
