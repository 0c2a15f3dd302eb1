/** A comment that opens or closes a block, or is a void block, with its name and attributes. */
export interface Delimiter {
  readonly kind: 'open' | 'close' | 'void'
  readonly start: number
  readonly end: number
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
}

export const NO_ATTRIBUTES: Readonly<Record<string, unknown>> = Object.freeze({})
