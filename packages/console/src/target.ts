import { parseQuery } from '@platen/core'
import { type Fields, textFields } from './form.js'

/** The page of a URL. */
export interface ConsoleTarget {
  /** The path below the console; `undefined` for the console's own path without the slash that relative links need. */
  readonly name: string | undefined
  readonly query: Fields
  /** The query as it was sent. */
  readonly search: string
  /** The relative URL of the console from there. */
  readonly root: string
  /** The prefix of console URLs on that page: empty, except for URLs outside of the console. */
  readonly prefix: string
}

/** Splits a URL below `base`; `undefined` for other URLs. */
export function consoleTarget(base: string, url: string): ConsoleTarget | undefined {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const query = at < 0 ? '' : url.slice(at + 1)
  if (path === base)
    return {
      name: undefined,
      query: textFields({}),
      search: '',
      root: `${base.slice(base.lastIndexOf('/') + 1)}/`,
      prefix: '',
    }
  if (!path.startsWith(`${base}/`)) return undefined
  const name = path.slice(base.length + 1)
  return {
    name,
    query: textFields(parseQuery(query)),
    search: query,
    root: '../'.repeat(name.split('/').length - 1) || './',
    prefix: '',
  }
}
