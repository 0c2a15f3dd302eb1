import { curiesOf, type InterfaceNames, isPrefixed, type Link, type Links } from '../links.js'
import type { Method } from '../registry/definition.js'
import { writeJson } from './write-json.js'

/** An address made of texts and of whole numbers that a record gives. */
export type LinkAddress<R, V> = string | readonly (string | ((record: R, view: V) => number))[]

/** One link that a resource's records may have. */
export interface LinkRow<R, V> {
  /** The relation; rows of the same one are its links. The interface's own have its prefix. */
  readonly rel: string
  readonly href: LinkAddress<R, V>
  /** Whether a record has the link; every one has when left out. */
  readonly when?: ((record: R, view: V) => boolean) | undefined
  /** Attributes that are the same for each record, such as `embeddable`. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined
  /** Attributes that each record has its own of, by their names. */
  readonly own?: Readonly<Record<string, (record: R, view: V) => unknown>> | undefined
  /** The methods that the caller may use there: the link's `targetHints`. */
  readonly allow?: ((record: R, view: V) => readonly Method[]) | undefined
}

/** The links of a resource's records: as values and, for lists, as the JSON that they are sent as. */
export interface ResourceLinks<R, V> {
  of(record: R, view: V): Links
  /** The JSON of `_links` as a whole: of the same links, with their `curies`. Made of `of` when left out. */
  text?(record: R, view: V): string
}

/** Gives a piece of JSON. */
type Giver<R, V> = (record: R, view: V) => string | number

/** A piece of JSON, or what gives one. */
type Piece<R, V> = string | Giver<R, V>

/** A piece of JSON, or the place of what gives it: most links of a record hold the same number, which is asked for once. */
type Placed = string | number

/** What is written next: as it is, or the links of a relation that a record may lack some of. */
type Step<R, V> =
  | { readonly pieces: readonly Placed[] }
  | {
      readonly head: string
      readonly prefixed: boolean
      readonly rows: readonly { readonly when: LinkRow<R, V>['when']; readonly pieces: readonly Placed[] }[]
    }

/** Writes the pieces for a record; `given` are those that were asked for already. */
function writePieces<R, V>(
  pieces: readonly Placed[],
  givers: readonly Giver<R, V>[],
  given: string[],
  record: R,
  view: V,
): string {
  let json = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') json += piece
    else {
      let text = given[piece]
      if (text === undefined) {
        text = String((givers[piece] as Giver<R, V>)(record, view))
        given[piece] = text
      }
      json += text
    }
  }
  return json
}

/**
 * Makes the links of a resource of a table. What is the same for all records is written once, so that the links of long
 * lists cost little.
 */
export function linkTable<R, V>(rows: readonly LinkRow<R, V>[], names: InterfaceNames): Required<ResourceLinks<R, V>> {
  const relations = groupByRelation(rows)
  const { steps, givers, prefixed: alwaysPrefixed } = planSteps(relations, names)
  const curies = `,"curies":${JSON.stringify(curiesOf(names))}}`
  return {
    of(record, view) {
      const links: Record<string, readonly Link[]> = {}
      for (const [name, own] of relations) {
        const found = own.filter(({ when }) => when === undefined || when(record, view))
        if (found.length > 0) links[name] = found.map(row => linkOf(row, record, view))
      }
      return links
    },
    text(record, view) {
      const given = new Array<string>(givers.length)
      let json = ''
      let prefixed = alwaysPrefixed
      for (const step of steps) {
        if ('pieces' in step) {
          json += (json === '' ? '{' : ',') + writePieces(step.pieces, givers, given, record, view)
          continue
        }
        let any = false
        for (const { when, pieces } of step.rows) {
          if (when !== undefined && !when(record, view)) continue
          json += any ? ',' : `${json === '' ? '{' : ','}${step.head}`
          json += writePieces(pieces, givers, given, record, view)
          any = true
        }
        if (any) json += ']'
        if (any && step.prefixed) prefixed = true
      }
      return json === '' ? '{}' : json + (prefixed ? curies : '}')
    },
  }
}

function groupByRelation<R, V>(rows: readonly LinkRow<R, V>[]): ReadonlyMap<string, readonly LinkRow<R, V>[]> {
  const groups = new Map<string, LinkRow<R, V>[]>()
  for (const row of rows) groups.set(row.rel, [...(groups.get(row.rel) ?? []), row])
  return groups
}

/** What every record has is written together; `prefixed` says whether a prefixed relation is among it. */
function planSteps<R, V>(
  relations: ReadonlyMap<string, readonly LinkRow<R, V>[]>,
  names: InterfaceNames,
): { readonly steps: readonly Step<R, V>[]; readonly givers: readonly Giver<R, V>[]; readonly prefixed: boolean } {
  const steps: Step<R, V>[] = []
  const givers: Giver<R, V>[] = []
  let prefixed = false
  let standing: Piece<R, V>[] = []
  for (const [name, rows] of relations) {
    const head = `${JSON.stringify(name)}:[`
    const all = rows.map(row => ({ when: row.when, pieces: piecesOf(row) }))
    if (all.some(({ when }) => when !== undefined)) {
      standing = []
      steps.push({
        head,
        prefixed: isPrefixed(name, names),
        rows: all.map(row => ({ ...row, pieces: place(row.pieces, givers) })),
      })
      continue
    }
    prefixed ||= isPrefixed(name, names)
    if (standing.length > 0) steps.pop()
    const links = all.flatMap(({ pieces }, index) => (index === 0 ? pieces : [',', ...pieces]))
    standing.push(standing.length === 0 ? head : `,${head}`, ...links, ']')
    steps.push({ pieces: place(standing, givers) })
  }
  return { steps, givers, prefixed }
}

/** The same pieces, with texts next to each other as one, and a place among `givers` for each that gives one. */
function place<R, V>(pieces: readonly Piece<R, V>[], givers: Giver<R, V>[]): readonly Placed[] {
  const placed: Placed[] = []
  for (const piece of pieces) {
    const last = placed.at(-1)
    if (typeof piece === 'string') {
      if (typeof last === 'string') placed[placed.length - 1] = last + piece
      else placed.push(piece)
      continue
    }
    if (!givers.includes(piece)) givers.push(piece)
    placed.push(givers.indexOf(piece))
  }
  return placed
}

/** JSON without what encloses it. */
const inner = (value: unknown): string => JSON.stringify(value).slice(1, -1)

const quoted = (method: Method): string => `"${method}"`

const addressOf = <R, V>({ href }: LinkRow<R, V>) => (typeof href === 'string' ? [href] : href)

function piecesOf<R, V>(row: LinkRow<R, V>): readonly Piece<R, V>[] {
  const { attributes, own = {}, allow } = row
  const pieces: Piece<R, V>[] = [`{${attributes === undefined ? '' : `${inner(attributes)},`}"href":"`]
  for (const part of addressOf(row)) pieces.push(typeof part === 'string' ? inner(part) : part)
  pieces.push('"')
  for (const [name, get] of Object.entries(own))
    pieces.push(`,${JSON.stringify(name)}:`, (record, view) => writeJson(get(record, view)) ?? 'null')
  if (allow !== undefined) {
    const methods = (record: R, view: V) => allow(record, view).map(quoted).join()
    pieces.push(',"targetHints":{"allow":[', methods, ']}')
  }
  return [...pieces, '}']
}

function linkOf<R, V>(row: LinkRow<R, V>, record: R, view: V): Link {
  const { attributes, own, allow, href } = row
  const link: Record<string, unknown> & { href: string } = { ...attributes, href: '' }
  if (typeof href === 'string') link.href = href
  else for (const part of href) link.href += typeof part === 'string' ? part : part(record, view)
  for (const name in own) link[name] = own[name]?.(record, view)
  if (allow !== undefined) link['targetHints'] = { allow: allow(record, view) }
  return link
}
