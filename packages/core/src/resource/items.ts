import type { Links } from '../links.js'
import { nextTurn, TURN } from '../turns.js'
import { cutRecord, cutRecordJson } from './cut-record.js'

/** The maximum length of the JSON of a list, in UTF-16 code units. While it is sent, it takes several times as much. */
export const MAX_LENGTH = 64 * 1024 * 1024

/**
 * The length that the lists which are being computed in turns may have together, as JSON, in UTF-16 code units. Beyond
 * it, only the one that began first continues: the memory that they take does not depend on their number.
 */
const MAX_UNFINISHED_LENGTH = 64 * 1024 * 1024

/** The lists of a registry that are being computed in turns, in the order in which they began. */
export interface UnfinishedLists {
  /** Sets the length of what has been computed of a list. */
  set(list: object, length: number): void
  /** Whether a list has to wait for those that began before it. */
  waits(list: object): boolean
  delete(list: object): void
}

export function createUnfinishedLists(): UnfinishedLists {
  const lengths = new Map<object, number>()
  let total = 0
  const set = (list: object, length: number) => {
    total += length - (lengths.get(list) ?? 0)
    lengths.set(list, length)
  }
  return {
    set,
    waits: list => total > MAX_UNFINISHED_LENGTH && lengths.keys().next().value !== list,
    delete(list) {
      set(list, 0)
      lengths.delete(list)
    },
  }
}

/** Computes the items of a list one by one, as values or as JSON. */
export interface ItemSource {
  readonly length: number
  value(index: number): unknown
  /**
   * The JSON of an item. `members` is the JSON of additional members, such as `"a":1`; the item must have members of
   * its own.
   */
  text(index: number, members?: string): string
  /**
   * The `_links` of an item; those that `_embed` does not follow may be missing. By default, the links of its value.
   */
  embeddable?: ((index: number) => Links | undefined) | undefined
}

/** A source that computes its items with functions. */
export class ComputedItems implements ItemSource {
  readonly length: number
  readonly value: ItemSource['value']
  readonly text: ItemSource['text']
  readonly embeddable: ItemSource['embeddable']

  constructor(
    length: number,
    value: ItemSource['value'],
    text: ItemSource['text'],
    embeddable?: ItemSource['embeddable'],
  ) {
    this.length = length
    this.value = value
    this.text = text
    this.embeddable = embeddable
  }
}

/**
 * The items of a list, as the body of a reply. Most lists are only sent, and writing the JSON of an item directly is
 * cheaper than creating its value first.
 */
export class Items {
  /** The number of items. */
  readonly length: number
  /** Released once the items are written: otherwise a long list would be in memory twice while it is sent. */
  #source: ItemSource | undefined
  #values: readonly unknown[] | undefined
  #text: string | undefined
  /** What has been computed in turns so far: JSON, or values. */
  #written: Progress<string> | undefined
  #computed: Progress<unknown> | undefined

  constructor(source: ItemSource) {
    this.length = source.length
    this.#source = source
  }

  /** The same items after a change of each; `changeLinks` is the same change of the links that `_embed` follows. */
  changed(change: (item: unknown) => unknown, changeLinks: (links: Links) => Links): Items {
    const value = (index: number) =>
      change(this.#values === undefined ? this.#source?.value(index) : this.values[index])
    const text = (index: number, members?: string) => {
      const json = JSON.stringify(value(index))
      return members === undefined ? json : withMembers(json, members)
    }
    const embeddable = (index: number) => {
      const links = this.embeddable(index)
      return links && changeLinks(links)
    }
    return new Items(new ComputedItems(this.length, value, text, embeddable))
  }

  /** The `_links` of an item; those that `_embed` does not follow may be missing. */
  embeddable(index: number): Links | undefined {
    const source = this.#values === undefined ? this.#source : undefined
    return source?.embeddable === undefined ? linksOf(this.values[index]) : source.embeddable(index)
  }

  /** The JSON of an item, with additional `members`. */
  textOf(index: number, members?: string): string {
    if (this.#values === undefined && this.#source !== undefined) return this.#source.text(index, members)
    const json = JSON.stringify(this.values[index])
    return members === undefined ? json : withMembers(json, members)
  }

  /** The items as values. */
  get values(): readonly unknown[] {
    // Items that have been written are parsed, so that none is computed twice.
    this.#values ??= this.#text === undefined ? this.#compute() : (JSON.parse(this.#text) as unknown[])
    return this.#values
  }

  /** The JSON of the list. If it would be too long to be sent, items beyond an equal share are shortened. */
  text(): string {
    this.#text ??= this.#values === undefined ? this.#write() : JSON.stringify(this.#values)
    this.#source = undefined
    return this.#text
  }

  /**
   * Computes the text or the values in advance. It regularly lets other work of the process run, because a page of
   * large items may take seconds. Returns `undefined` if everything has already been computed.
   */
  computeInTurns(form: 'text' | 'values', unfinished: UnfinishedLists): Promise<void> | undefined {
    if (this.#text !== undefined || this.#values !== undefined) return undefined
    const compute = form === 'text' ? () => this.#proceedWriting() : () => this.#proceedComputing()
    return compute() ? undefined : this.#inTurns(compute, unfinished)
  }

  /** Calls a function once in each turn of the event loop in which the list may continue, until it returns `true`. */
  async #inTurns(compute: () => boolean, unfinished: UnfinishedLists): Promise<void> {
    try {
      do {
        unfinished.set(this, this.#length)
        do await nextTurn()
        while (unfinished.waits(this))
      } while (!compute())
    } finally {
      unfinished.delete(this)
    }
  }

  /** Writes items for one turn; returns whether all are written. */
  #proceedWriting(): boolean {
    const text = this.#write(performance.now() + TURN)
    if (text === undefined) return false
    this.#text = text
    this.#source = undefined
    return true
  }

  #proceedComputing(): boolean {
    const values = this.#compute(performance.now() + TURN)
    this.#values = values
    return values !== undefined
  }

  /** The length of the items that were computed in turns so far, as JSON. */
  get #length(): number {
    return this.#written?.length ?? this.#computed?.length ?? 0
  }

  /** The values, or `undefined` if time ran out. */
  #compute(): readonly unknown[]
  #compute(until: number): readonly unknown[] | undefined
  #compute(until?: number): readonly unknown[] | undefined {
    const value = (index: number) => this.#source?.value(index)
    // Callers in process do not send them.
    const measure = until === undefined ? () => 0 : jsonLength
    this.#computed ??= begin()
    const { items } = this.#computed
    if (!proceed(this.#computed, this.length, until, value, measure, cutRecord)) return undefined
    this.#computed = undefined
    return items
  }

  /** The JSON of the list, or `undefined` if there was not enough time for all items. */
  #write(): string
  #write(until: number): string | undefined
  #write(until?: number): string | undefined {
    const text = (index: number) => this.#source?.text(index) ?? ''
    this.#written ??= begin()
    const { items } = this.#written
    if (!proceed(this.#written, this.length, until, text, json => json.length, cutRecordJson)) return undefined
    this.#written = undefined
    // Joining would copy the texts, which are copied again when they are sent.
    let json = '['
    for (let index = 0; index < items.length; index++) json += index === 0 ? items[index] : `,${items[index]}`
    return `${json}]`
  }
}

/** The items of a list that have been computed so far. */
interface Progress<T> {
  readonly items: T[]
  /** The index of the next item, and the length of the items before it, as JSON. */
  next: number
  length: number
  /** The maximum length of an item. */
  share: number
}

const begin = <T>(): Progress<T> => ({ items: [], next: 0, length: 0, share: Number.POSITIVE_INFINITY })

/**
 * Computes items until the time is over; returns whether all are computed. Once they are too long together, it begins
 * again and shortens the items that are longer than an equal share of the length: those within it always stay whole.
 */
function proceed<T>(
  progress: Progress<T>,
  count: number,
  until: number | undefined,
  compute: (index: number) => T,
  measure: (item: T) => number,
  cut: (item: T, maxLength: number) => T,
): boolean {
  const { items } = progress
  for (let computed = 0; progress.next < count; computed++) {
    if (isOver(until, computed)) return false
    const index = progress.next
    let item = index < items.length ? (items[index] as T) : compute(index)
    let length = measure(item)
    if (length > progress.share) {
      item = cut(item, progress.share)
      length = measure(item)
    }
    items[index] = item
    progress.length += length + 1
    progress.next = index + 1
    if (progress.length <= MAX_LENGTH || progress.share !== Number.POSITIVE_INFINITY) continue
    progress.share = Math.trunc(MAX_LENGTH / count) - 1
    progress.next = 0
    progress.length = 0
  }
  return true
}

const jsonLength = (value: unknown): number => JSON.stringify(value)?.length ?? 0

/** Whether a turn is over, in which some items were computed. */
const isOver = (until: number | undefined, items: number) =>
  until !== undefined && items > 0 && performance.now() > until

/** The JSON of a non-empty object, with additional members. */
const withMembers = (json: string, members: string): string => `${json.slice(0, -1)},${members}}`

/** The `_links` of a value that has some. */
export const linksOf = (value: unknown): Links | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && '_links' in value
    ? (value._links as Links)
    : undefined

/** The value of a body, for callers in process. */
export const bodyValue = (body: unknown): unknown => (body instanceof Items ? body.values : body)

/** The JSON of a body; empty if there is none. */
export const bodyText = (body: unknown): string =>
  body instanceof Items ? body.text() : body === undefined ? '' : (JSON.stringify(body) ?? '')
