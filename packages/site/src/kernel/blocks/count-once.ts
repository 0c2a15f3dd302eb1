import type { BlockPlace } from '@platen/rendering'

/** Numbers each name once, for elements of a block that share their classes. */
export function countOnce(count: BlockPlace['count']): BlockPlace['count'] {
  const numbers = new Map<string, number>()
  return name => {
    const number = numbers.get(name) ?? count(name)
    numbers.set(name, number)
    return number
  }
}
