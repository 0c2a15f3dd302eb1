import { groupBy } from '../group-by.js'
import type { Link } from '../links.js'
import type { Method } from '../registry/definition.js'

/** A URL made of strings and of whole numbers that are computed from a record. */
export type LinkAddress<R, V> = string | readonly (string | ((record: R, view: V) => number))[]

/** One link that the records of a resource may have. */
export interface LinkRow<R, V> {
  /** The relation; rows of the same one are its links. The interface's own have its prefix. */
  readonly rel: string
  readonly href: LinkAddress<R, V>
  /** Whether a record has the link; every one has when left out. */
  readonly when?: ((record: R, view: V) => boolean) | undefined
  /** Whether it leads to a list that is known to be empty for the caller: `_embed` need not follow it. */
  readonly empty?: ((record: R, view: V) => boolean) | undefined
  /** Attributes that are the same for each record, such as `embeddable`. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined
  /** Attributes that differ from record to record, by their names. */
  readonly own?: Readonly<Record<string, (record: R, view: V) => unknown>> | undefined
  /** The methods that the caller may use there: the link's `targetHints`. A list that was returned must not change. */
  readonly allow?: ((record: R, view: V) => readonly Method[]) | undefined
}

/** Stands for a link to an empty list among those that `_embed` follows. */
export const EMPTY_LIST_LINK: Link = Object.freeze({ embeddable: true, href: '' })

/** The values of a link's URL, in their order. */
export const hrefParts = <R, V>({ href }: LinkRow<R, V>): readonly (string | ((record: R, view: V) => number))[] =>
  typeof href === 'string' ? [href] : href

/** The rows of each relation. */
export const groupByRelation = <R, V>(rows: readonly LinkRow<R, V>[]): ReadonlyMap<string, readonly LinkRow<R, V>[]> =>
  groupBy(rows, ({ rel }) => rel)
