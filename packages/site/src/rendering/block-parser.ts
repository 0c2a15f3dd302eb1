/** A block. */
export interface Block {
  readonly name: string | null
}
