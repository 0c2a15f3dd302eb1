import { curiesOf, type InterfaceNames, isPrefixed } from '../../links.js'
import type { Method } from '../../registry/definition.js'
import { groupByRelation, hrefParts, type LinkRow } from '../link-row.js'
import { writeJson } from './write-value.js'

/** A chunk of JSON, or a function that computes one. */
type Chunk<R, V> = string | ((record: R, view: V) => string | number)

/** JSON without its braces or quotes. */
const inner = (value: unknown): string => JSON.stringify(value).slice(1, -1)

const quoted = (method: Method): string => `"${method}"`

/** Writes the allowed methods, if any; for most records, the list is the same as for the previous one. */
function methodsChunk<R, V>(allow: NonNullable<LinkRow<R, V>['allow']>): Chunk<R, V> {
  let latest: readonly Method[] = []
  let text = ''
  return (record, view) => {
    const methods = allow(record, view)
    if (methods !== latest) {
      text = methods.length === 0 ? '' : `,"targetHints":{"allow":[${methods.map(quoted).join()}]}`
      latest = methods
    }
    return text
  }
}

function chunksOf<R, V>(row: LinkRow<R, V>): readonly Chunk<R, V>[] {
  const { attributes, computed = {}, allow } = row
  const chunks: Chunk<R, V>[] = []
  const add = (text: string) => {
    const last = chunks.at(-1)
    if (typeof last === 'string') chunks[chunks.length - 1] = last + text
    else chunks.push(text)
  }
  add(`{${attributes === undefined ? '' : `${inner(attributes)},`}"href":"`)
  for (const part of hrefParts(row)) {
    if (typeof part === 'string') add(inner(part))
    else chunks.push(part)
  }
  add('"')
  for (const [name, get] of Object.entries(computed)) {
    add(`,${JSON.stringify(name)}:`)
    chunks.push((record, view) => writeJson(get(record, view)) ?? 'null')
  }
  if (allow !== undefined) chunks.push(methodsChunk(allow))
  add('}')
  return chunks
}

/** Creates the writer of the `_links` of a record, with their `curies`. */
export function linksWriter<R, V>(
  rows: readonly LinkRow<R, V>[],
  names: InterfaceNames,
): (record: R, view: V) => string {
  const relations = Array.from(groupByRelation(rows), ([name, own]) => ({
    head: `${JSON.stringify(name)}:[`,
    prefixed: isPrefixed(name, names),
    rows: own.map(row => ({ when: row.when, chunks: chunksOf(row) })),
  }))
  const curies = `,"curies":${JSON.stringify(curiesOf(names))}}`
  return (record, view) => {
    let json = ''
    let prefixed = false
    for (const relation of relations) {
      let any = false
      for (const { when, chunks } of relation.rows) {
        if (when !== undefined && !when(record, view)) continue
        json += json === '' ? '{' : ','
        if (!any) json += relation.head
        for (const chunk of chunks) json += typeof chunk === 'string' ? chunk : chunk(record, view)
        any = true
      }
      if (!any) continue
      json += ']'
      prefixed ||= relation.prefixed
    }
    return json === '' ? '{}' : json + (prefixed ? curies : '}')
  }
}
