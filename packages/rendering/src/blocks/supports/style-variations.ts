import type { BlockValues } from '../block-type.js'
import { textOf } from './support-values.js'

const NO_CLASSES: readonly string[] = []
const PREFIX = 'is-style-'
const spaces = /\s+/

/** The class that scopes the rules of a style to a single block: that of the first named style with rules. */
export const styleClasses = (
  { className }: BlockValues,
  styled: readonly string[] | undefined,
  count: (name: string) => number,
): readonly string[] => {
  const classes = styled === undefined ? undefined : textOf(className)
  const name = classes
    ?.split(spaces)
    .find(each => each.startsWith(PREFIX) && styled?.includes(each.slice(PREFIX.length)) === true)
  return name === undefined ? NO_CLASSES : [`${name}--${count('id')}`]
}
