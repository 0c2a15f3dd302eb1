import { decodeEntities, escapeAttribute } from '../text/entities.js'

/** An opening tag within a text. */
export interface TagPlace {
  readonly name: string
  readonly start: number
  /** Where its attributes begin, and where its `>` or `/>` stands. */
  readonly attributesStart: number
  readonly attributesEnd: number
  readonly end: number
}

const tagName = /[a-z][\w-]*/iy
const attribute = /\s*([^\s"'>/=]+)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?|\s*\/(?!>)/y
const tagEnd = /\s*\/?>/y

/** Reads the opening tag at an index; undefined when it is not finished. */
export const readTag = (html: string, start: number): TagPlace | undefined => {
  tagName.lastIndex = start + 1
  const found = tagName.exec(html)
  if (found === null) return undefined
  const attributesStart = tagName.lastIndex
  let index = attributesStart
  for (;;) {
    tagEnd.lastIndex = index
    if (tagEnd.test(html))
      return { name: found[0], start, attributesStart, attributesEnd: index, end: tagEnd.lastIndex }
    attribute.lastIndex = index
    if (!attribute.test(html) || attribute.lastIndex === index) return undefined
    index = attribute.lastIndex
  }
}

/** The first opening tag of one of some elements. */
export const findTag = (html: string, names: ReadonlySet<string>, from = 0): TagPlace | undefined => {
  for (let start = html.indexOf('<', from); start !== -1; start = html.indexOf('<', start + 1)) {
    tagName.lastIndex = start + 1
    const found = tagName.exec(html)?.[0].toLowerCase()
    if (found !== undefined && names.has(found)) return readTag(html, start)
  }
  return undefined
}

/** The first opening tag. */
export const firstTag = (html: string): TagPlace | undefined => {
  const start = html.search(/<[a-z]/i)
  return start === -1 ? undefined : readTag(html, start)
}

interface AttributePlace {
  readonly start: number
  readonly end: number
  readonly value: string
}

const findAttribute = (
  html: string,
  { attributesStart, attributesEnd }: TagPlace,
  wanted: string,
): AttributePlace | undefined => {
  attribute.lastIndex = attributesStart
  while (attribute.lastIndex < attributesEnd) {
    const from = attribute.lastIndex
    const found = attribute.exec(html)
    if (found === null) return undefined
    const name = found[1]
    if (name?.toLowerCase() === wanted) {
      const start = from + found[0].search(/\S/)
      return { start, end: attribute.lastIndex, value: decodeEntities(found[3] ?? found[4] ?? found[5] ?? '') }
    }
  }
  return undefined
}

/** The value of a tag's attribute; undefined when it has none of that name, empty when it has no value. */
export const attributeOf = (html: string, tag: TagPlace, name: string): string | undefined =>
  findAttribute(html, tag, name)?.value

/** Sets an attribute of a tag: in its place, or as the first. */
export const setAttribute = (html: string, tag: TagPlace, name: string, value: string): string => {
  const written = `${name}="${escapeAttribute(value)}"`
  const place = findAttribute(html, tag, name)
  if (place === undefined) return `${html.slice(0, tag.attributesStart)} ${written}${html.slice(tag.attributesStart)}`
  return html.slice(0, place.start) + written + html.slice(place.end)
}

/** Adds classes to a tag, unless it has them. */
export const addClasses = (html: string, tag: TagPlace, classes: readonly string[]): string => {
  const { attributesStart } = tag
  if (attributesStart === tag.attributesEnd) {
    return `${html.slice(0, attributesStart)} class="${classes.join(' ')}"${html.slice(attributesStart)}`
  }
  const present = attributeOf(html, tag, 'class') ?? ''
  const has = new Set(present.split(/\s+/))
  const missing = classes.filter(name => !has.has(name))
  if (missing.length === 0) return html
  return setAttribute(html, tag, 'class', [present, ...missing].filter(part => part !== '').join(' '))
}
