import type { BlockType } from './block-registry.js'
import type { BlockValues } from './block-type.js'

export const NO_VALUES: BlockValues = Object.freeze({})

/** The context of the inner blocks of a block: its own context, and the values that its type provides. */
export const contextWithin = (
  around: BlockValues,
  type: BlockType | undefined,
  attributes: BlockValues,
): BlockValues => {
  const { providesContext: provided, providesUnlistedContext: unlisted } = type?.definition ?? {}
  if (type === undefined || (provided === undefined && unlisted === undefined)) return around
  const prepared = type.prepareAttributes(attributes)
  const values: Record<string, unknown> = { ...around }
  for (const [name, attribute] of Object.entries({ ...provided, ...unlisted })) values[name] = prepared[attribute]
  return values
}

/** The context values that a block type uses. */
export const usedContext = (context: BlockValues, { definition }: BlockType): BlockValues => {
  const { usesContext, usesUnlistedContext } = definition
  if (usesContext === undefined && usesUnlistedContext === undefined) return NO_VALUES
  const used: Record<string, unknown> = {}
  const use = (name: string): void => {
    if (context[name] !== undefined) used[name] = context[name]
  }
  usesContext?.forEach(use)
  usesUnlistedContext?.forEach(use)
  return used
}
