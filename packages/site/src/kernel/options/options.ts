import type { Store } from '@platen/storage'
import { type SiteTime, siteTime } from '../time/index.js'

/** The stored options of a site at one time. */
export interface OptionSnapshot {
  get(name: string): unknown
  text(name: string, byDefault?: string): string
  number(name: string, byDefault?: number): number
  flag(name: string, byDefault?: boolean): boolean
  /** A list of integers, such as the ids of sticky posts. */
  ids(name: string): readonly number[]
  /** Time in the site's zone. */
  readonly time: SiteTime
  /** A value that is computed from the options, once; the function identifies it. */
  derived<T>(compute: (options: OptionSnapshot) => T): T
}

/** The integers in an option's value; none if it is not a list. */
export const idsIn = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter(id => Number.isInteger(id)) : []

const OPTIONS = ['options']

/** Creates a reader that loads all options at once and caches them until one changes. */
export function createOptionReader(store: Store): () => Promise<OptionSnapshot> {
  let known: { readonly values: ReadonlyMap<string, unknown>; readonly options: OptionSnapshot } | undefined
  let readAt: number | undefined
  return async () => {
    const revision = store.revision(OPTIONS)
    if (known !== undefined && readAt === revision) return known.options
    const values = await store.options.all()
    // Values that derive from options are often cached with their snapshot.
    if (known?.values !== values) known = { values, options: snapshot(values) }
    readAt = revision
    return known.options
  }
}

export function snapshot(values: ReadonlyMap<string, unknown>): OptionSnapshot {
  const derived = new Map<unknown, unknown>()
  const text = (name: string, byDefault = '') => {
    const value = values.get(name)
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : byDefault
  }
  const number = (name: string, byDefault = 0) => {
    const value = Number(values.get(name) ?? byDefault)
    return Number.isFinite(value) ? value : byDefault
  }
  const timeOf = () => siteTime(text('timezone_string'), number('gmt_offset'))
  const options: OptionSnapshot = {
    get: name => values.get(name),
    text,
    number,
    flag(name, byDefault = false) {
      const value = values.get(name)
      return value === undefined || value === null ? byDefault : value === true || value === 1 || value === '1'
    },
    ids: name => idsIn(values.get(name)),
    get time() {
      return options.derived(timeOf)
    },
    derived<T>(compute: (options: OptionSnapshot) => T) {
      if (!derived.has(compute)) derived.set(compute, compute(options))
      // The value of a function was computed by it.
      return derived.get(compute) as T
    },
  }
  return options
}

/** The number of posts per page, at most `most`; -1 in the settings means all. */
export function postsPerPage(options: Pick<OptionSnapshot, 'number'>, most: number): number {
  const count = Math.trunc(options.number('posts_per_page', 10))
  return count === -1 ? most : Math.min(Math.max(count, 1), most)
}

/** The first day of the week: 0 for Sunday to 6 for Saturday. */
export const startOfWeek = (options: Pick<OptionSnapshot, 'number'>): number =>
  Math.abs(Math.trunc(options.number('start_of_week', 1))) % 7
