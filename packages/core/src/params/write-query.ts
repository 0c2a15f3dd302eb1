import { wellFormed } from '../well-formed.js'

/** Text that needs no encoding in a URL: most names, values and paths. */
const plain = /^[\w.-]*$/
const plainPath = /^[\w./-]*$/

/** Characters that forms encode differently from `encodeURIComponent`. Parameter names keep these characters. */
const escapedInForms: Readonly<Record<string, string>> = {
  '!': '%21',
  "'": '%27',
  '(': '%28',
  ')': '%29',
  '*': '%2A',
  '~': '%7E',
  '%20': '+',
}

const encode = (text: string, escaped: RegExp) =>
  plain.test(text)
    ? text
    : encodeURIComponent(wellFormed(text)).replace(escaped, found => escapedInForms[found] ?? found)

const encodeName = (name: string) => encode(name, /%20/g)
const encodeValue = (value: string) => encode(value, /[!'()*~]|%20/g)

/** Encodes a path for a URL. */
export const writePath = (path: string): string =>
  plainPath.test(path) ? path : encodeURI(wellFormed(path)).replace(/[?#]/g, encodeURIComponent)

function append(out: string[], name: string, value: unknown): void {
  if (Array.isArray(value)) {
    value.forEach((item, i) => {
      append(out, `${name}[${i}]`, item)
    })
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) append(out, `${name}[${key}]`, item)
  } else if (value !== undefined && value !== null) {
    const text = value === true ? '1' : value === false ? '' : String(value)
    out.push(text === '' ? encodeName(name) : `${encodeName(name)}=${encodeValue(text)}`)
  }
}

/** Writes parameters as a query. Brackets are percent-encoded; `false` and empty texts are written without a value. */
export function writeQuery(params: Readonly<Record<string, unknown>>): string {
  const out: string[] = []
  for (const [name, value] of Object.entries(params)) append(out, name, value)
  return out.join('&')
}
