/** A block type. */
export interface BlockTypeDefinition {
  readonly name: string
  readonly [key: string]: unknown
}
/** Block types. */
export interface BlockRegistry {
  register(definition: BlockTypeDefinition): void
}
/** Creates a registry. */
export function createBlockRegistry(): BlockRegistry {
  return { register() {} }
}
