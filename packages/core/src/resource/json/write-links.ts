import { curiesOf, type InterfaceNames, isPrefixed } from '../../links.js'
import type { Method } from '../../registry/definition.js'
import { groupByRelation, hrefParts, type LinkRow } from '../link-row.js'
import { writeJson } from './write-value.js'

/** Computes a chunk of JSON. */
type Slot<R, V> = (record: R, view: V) => string | number

/** A chunk of JSON, or what computes one. */
type Chunk<R, V> = string | Slot<R, V>

/** A chunk of JSON, or the index of its slot: most links of a record hold the same number, which is computed once. */
type Compiled = string | number

/** What is written next: chunks, or the links of a relation of which a record may lack some. */
type Step<R, V> =
  | { readonly chunks: readonly Compiled[] }
  | {
      readonly head: string
      readonly prefixed: boolean
      readonly rows: readonly { readonly when: LinkRow<R, V>['when']; readonly chunks: readonly Compiled[] }[]
    }

/** Writes chunks for a record; `computed` are the slots that have been computed. */
function writeChunks<R, V>(
  chunks: readonly Compiled[],
  slots: readonly Slot<R, V>[],
  computed: string[],
  record: R,
  view: V,
): string {
  let json = ''
  for (const chunk of chunks) {
    if (typeof chunk === 'string') json += chunk
    else {
      let text = computed[chunk]
      if (text === undefined) {
        text = String((slots[chunk] as Slot<R, V>)(record, view))
        computed[chunk] = text
      }
      json += text
    }
  }
  return json
}

/** Creates the writer of the `_links` of a record, with their `curies`. What all records share is written once. */
export function linksWriter<R, V>(
  rows: readonly LinkRow<R, V>[],
  names: InterfaceNames,
): (record: R, view: V) => string {
  const { steps, slots, prefixed: alwaysPrefixed } = planSteps(groupByRelation(rows), names)
  const curies = `,"curies":${JSON.stringify(curiesOf(names))}}`
  return (record, view) => {
    const computed = new Array<string>(slots.length)
    let json = ''
    let prefixed = alwaysPrefixed
    for (const step of steps) {
      if ('chunks' in step) {
        json += (json === '' ? '{' : ',') + writeChunks(step.chunks, slots, computed, record, view)
        continue
      }
      let any = false
      for (const { when, chunks } of step.rows) {
        if (when !== undefined && !when(record, view)) continue
        json += any ? ',' : `${json === '' ? '{' : ','}${step.head}`
        json += writeChunks(chunks, slots, computed, record, view)
        any = true
      }
      if (any) json += ']'
      if (any && step.prefixed) prefixed = true
    }
    return json === '' ? '{}' : json + (prefixed ? curies : '}')
  }
}

/** Links that every record has become one list of chunks; `prefixed` says whether a prefixed relation is among them. */
function planSteps<R, V>(
  relations: ReadonlyMap<string, readonly LinkRow<R, V>[]>,
  names: InterfaceNames,
): { readonly steps: readonly Step<R, V>[]; readonly slots: readonly Slot<R, V>[]; readonly prefixed: boolean } {
  const steps: Step<R, V>[] = []
  const slots: Slot<R, V>[] = []
  let prefixed = false
  let shared: Chunk<R, V>[] = []
  for (const [name, rows] of relations) {
    const head = `${JSON.stringify(name)}:[`
    const all = rows.map(row => ({ when: row.when, chunks: chunksOf(row) }))
    if (all.some(({ when }) => when !== undefined)) {
      shared = []
      steps.push({
        head,
        prefixed: isPrefixed(name, names),
        rows: all.map(row => ({ ...row, chunks: compile(row.chunks, slots) })),
      })
      continue
    }
    prefixed ||= isPrefixed(name, names)
    if (shared.length > 0) steps.pop()
    const links = all.flatMap(({ chunks }, index) => (index === 0 ? chunks : [',', ...chunks]))
    shared.push(shared.length === 0 ? head : `,${head}`, ...links, ']')
    steps.push({ chunks: compile(shared, slots) })
  }
  return { steps, slots, prefixed }
}

/** Joins neighbouring strings, and replaces functions by the indexes of their slots. */
function compile<R, V>(chunks: readonly Chunk<R, V>[], slots: Slot<R, V>[]): readonly Compiled[] {
  const compiled: Compiled[] = []
  for (const chunk of chunks) {
    const last = compiled.at(-1)
    if (typeof chunk === 'string') {
      if (typeof last === 'string') compiled[compiled.length - 1] = last + chunk
      else compiled.push(chunk)
      continue
    }
    if (!slots.includes(chunk)) slots.push(chunk)
    compiled.push(slots.indexOf(chunk))
  }
  return compiled
}

/** JSON without its braces or quotes. */
const inner = (value: unknown): string => JSON.stringify(value).slice(1, -1)

const quoted = (method: Method): string => `"${method}"`

function chunksOf<R, V>(row: LinkRow<R, V>): readonly Chunk<R, V>[] {
  const { attributes, own = {}, allow } = row
  const chunks: Chunk<R, V>[] = [`{${attributes === undefined ? '' : `${inner(attributes)},`}"href":"`]
  for (const part of hrefParts(row)) chunks.push(typeof part === 'string' ? inner(part) : part)
  chunks.push('"')
  for (const [name, get] of Object.entries(own))
    chunks.push(`,${JSON.stringify(name)}:`, (record, view) => writeJson(get(record, view)) ?? 'null')
  if (allow !== undefined) {
    const methods = (record: R, view: V) => allow(record, view).map(quoted).join()
    chunks.push(',"targetHints":{"allow":[', methods, ']}')
  }
  return [...chunks, '}']
}
