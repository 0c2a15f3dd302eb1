import { groupBy } from '../group-by.js'
import type { Link } from '../links.js'
import type { Method } from '../registry/definition.js'

/** A URL composed of strings and integers that are computed from a record. */
export type LinkHref<R, V> = string | readonly (string | ((record: R, view: V) => number))[]

/** One link that the records of a resource may have. */
export interface LinkRow<R, V> {
  /** The relation; all rows with the same relation are its links. Relations of the interface have its prefix. */
  readonly rel: string
  readonly href: LinkHref<R, V>
  /**
   * Repeats the link for each of these integers, which follow `href`: a record may have none or several. Such a row has
   * neither `computed` nor `allow`.
   */
  readonly each?: ((record: R, view: V) => readonly number[]) | undefined
  /** Whether a record has the link; by default, every record has it. */
  readonly when?: ((record: R, view: V) => boolean) | undefined
  /** Whether it points to a list that is known to be empty for the caller: `_embed` does not follow it. */
  readonly empty?: ((record: R, view: V) => boolean) | undefined
  /** Attributes that are the same for each record, such as `embeddable`. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined
  /** Attributes that differ between records, by name. */
  readonly computed?: Readonly<Record<string, (record: R, view: V) => unknown>> | undefined
  /** The methods that the caller may use on the target: the link's `targetHints`. A returned list must not change. */
  readonly allow?: ((record: R, view: V) => readonly Method[]) | undefined
}

/** Stands for a link to an empty list in `ResourceLinks.embeddable`: `_embed` does not follow it. */
export const EMPTY_LIST_LINK: Link = Object.freeze({ embeddable: true, href: '' })

/** The parts of a link's URL, in order. */
export const hrefParts = <R, V>({ href }: LinkRow<R, V>): readonly (string | ((record: R, view: V) => number))[] =>
  typeof href === 'string' ? [href] : href

/** The rows of each relation. */
export const groupByRelation = <R, V>(rows: readonly LinkRow<R, V>[]): ReadonlyMap<string, readonly LinkRow<R, V>[]> =>
  groupBy(rows, ({ rel }) => rel)
