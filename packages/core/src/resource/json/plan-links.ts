import { type InterfaceNames, isPrefixed } from '../../links.js'
import type { Method } from '../../registry/definition.js'
import { groupByRelation, hrefParts, type LinkRow } from '../link-row.js'
import { writeJson } from './write-value.js'

/** Computes a chunk of JSON. */
export type Slot<R, V> = (record: R, view: V) => string | number

/** A chunk of JSON, or a function that computes one. */
type Chunk<R, V> = string | Slot<R, V>

/**
 * A chunk of JSON, or the index of its slot: most links of a record contain the same number, which is computed once.
 */
export type Compiled = string | number

/** The next step: chunks, or the links of a relation, some of which a record may lack. */
export type Step<R, V> =
  | { readonly chunks: readonly Compiled[] }
  | {
      readonly head: string
      readonly prefixed: boolean
      readonly rows: readonly { readonly when: LinkRow<R, V>['when']; readonly chunks: readonly Compiled[] }[]
    }

/** The plan for writing links, step by step. */
export interface PlannedLinks<R, V> {
  readonly steps: readonly Step<R, V>[]
  readonly slots: readonly Slot<R, V>[]
  /** Whether a prefixed relation is among the links that every record has. */
  readonly prefixed: boolean
}

/** Plans how rows of links are written. Links that every record has become one list of chunks. */
export function planLinks<R, V>(links: readonly LinkRow<R, V>[], names: InterfaceNames): PlannedLinks<R, V> {
  const steps: Step<R, V>[] = []
  const slots: Slot<R, V>[] = []
  let prefixed = false
  let shared: Chunk<R, V>[] = []
  for (const [name, rows] of groupByRelation(links)) {
    const head = `${JSON.stringify(name)}:[`
    const all = rows.map(row => ({ when: whenOf(row), chunks: chunksOf(row) }))
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
    const texts = all.flatMap(({ chunks }, index) => (index === 0 ? chunks : [',', ...chunks]))
    shared.push(shared.length === 0 ? head : `,${head}`, ...texts, ']')
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

/** Writes the allowed methods, if any; for most records, the list is the same as for the previous one. */
function methodsSlot<R, V>(allow: NonNullable<LinkRow<R, V>['allow']>): Slot<R, V> {
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

const whenOf = <R, V>({ when, each }: LinkRow<R, V>): LinkRow<R, V>['when'] =>
  each === undefined
    ? when
    : (record, view) => (when === undefined || when(record, view)) && each(record, view).length > 0

function chunksOf<R, V>(row: LinkRow<R, V>): readonly Chunk<R, V>[] {
  const { attributes, computed = {}, allow, each } = row
  const chunks: Chunk<R, V>[] = [`{${attributes === undefined ? '' : `${inner(attributes)},`}"href":"`]
  for (const part of hrefParts(row)) chunks.push(typeof part === 'string' ? inner(part) : part)
  if (each !== undefined) {
    const textOf = (record: R, view: V) =>
      chunks.reduce<string>((text, chunk) => text + (typeof chunk === 'string' ? chunk : chunk(record, view)), '')
    return [
      (record, view) => {
        const text = textOf(record, view)
        return each(record, view)
          .map(id => `${text}${id}"}`)
          .join()
      },
    ]
  }
  chunks.push('"')
  for (const [name, get] of Object.entries(computed))
    chunks.push(`,${JSON.stringify(name)}:`, (record, view) => writeJson(get(record, view)) ?? 'null')
  if (allow !== undefined) chunks.push(methodsSlot(allow))
  return [...chunks, '}']
}
