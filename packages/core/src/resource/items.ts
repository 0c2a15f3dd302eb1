/** Computes the items of a list one by one: as values, or as JSON. */
export interface ItemSource {
  readonly length: number
  value(index: number): unknown
  text(index: number): string
}

/**
 * The items of a list, as the body of a reply. Most responses are sent and never inspected, and the JSON of an item
 * is cheaper to write directly than by way of its value.
 */
export class Items {
  readonly #source: ItemSource
  #values: readonly unknown[] | undefined
  #text: string | undefined

  constructor(source: ItemSource) {
    this.#source = source
  }

  /** The items as values. */
  get values(): readonly unknown[] {
    const { length } = this.#source
    // Nothing is computed twice: items that have been written are parsed.
    this.#values ??=
      this.#text === undefined
        ? Array.from({ length }, (_, index) => this.#source.value(index))
        : (JSON.parse(this.#text) as unknown[])
    return this.#values
  }

  /** The JSON of the list. */
  text(): string {
    this.#text ??= this.#values === undefined ? this.#write() : JSON.stringify(this.#values)
    return this.#text
  }

  #write(): string {
    let json = '['
    for (let index = 0; index < this.#source.length; index++) {
      if (index > 0) json += ','
      json += this.#source.text(index)
    }
    return `${json}]`
  }
}

/** The value of a body, as callers in process get it. */
export const bodyValue = (body: unknown): unknown => (body instanceof Items ? body.values : body)

/** The JSON of a body; empty when there is none. */
export const bodyText = (body: unknown): string =>
  body instanceof Items ? body.text() : body === undefined ? '' : (JSON.stringify(body) ?? '')
