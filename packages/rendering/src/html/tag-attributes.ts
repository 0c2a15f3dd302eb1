/** An attribute of a tag. */
export interface TagAttribute {
  /** In lower case. */
  readonly name: string
  /** Not decoded, without quotes; empty if there is none. */
  readonly value: string
  /** Whether an equals sign follows the name. */
  readonly assigned: boolean
  /** The position in the tag. */
  readonly start: number
  readonly end: number
}

const beforeName = /[\s/]*/y
const attributeName = /[^\s/>][^\s/>=]*/y
const equals = /\s*=\s*/y
const bareValue = /[^\s>]*/y

const endOf = (pattern: RegExp, text: string, index: number): number => {
  pattern.lastIndex = index
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** The end of the value at an index, including quotes; an unclosed quote extends to the end of the tag. */
const valueEnd = (tag: string, start: number): number => {
  const quote = tag.charAt(start)
  if (quote !== '"' && quote !== "'") return endOf(bareValue, tag, start)
  const end = tag.indexOf(quote, start + 1)
  return end === -1 ? tag.length : end + 1
}

const withoutQuotes = (value: string): string => {
  const quote = value.charAt(0)
  if (quote !== '"' && quote !== "'") return value
  return value.slice(1, value.length > 1 && value.endsWith(quote) ? -1 : undefined)
}

/** Reads the attributes of a tag the way browsers do. */
export const attributesOf = (tag: string): TagAttribute[] => {
  const attributes: TagAttribute[] = []
  for (let index = Math.max(0, tag.search(/[\s/]|$/)); ; ) {
    const start = endOf(beforeName, tag, index)
    const nameEnd = endOf(attributeName, tag, start)
    if (nameEnd === -1) return attributes
    const name = tag.slice(start, nameEnd).toLowerCase()
    const valueStart = endOf(equals, tag, nameEnd)
    const end = valueStart === -1 ? nameEnd : valueEnd(tag, valueStart)
    const assigned = valueStart !== -1
    attributes.push({ name, value: assigned ? withoutQuotes(tag.slice(valueStart, end)) : '', assigned, start, end })
    index = end
  }
}
