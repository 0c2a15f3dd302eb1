import { decodeEntities, escapeAttribute } from '../text/entities.js'

/** The position of an opening tag. */
export interface TagRange {
  readonly name: string
  readonly start: number
  /** The start of its attributes, and of its `>` or `/>`. */
  readonly attributesStart: number
  readonly attributesEnd: number
  readonly end: number
}

const attribute = /\s*([^\s"'>/=]+)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?|\s*\/(?!>)/y
const tagEnd = /\s*\/?>/y

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

const isNamePart = (code: number): boolean => isLetter(code) || (code >= 48 && code <= 57) || code === 45 || code === 95

/** The end of the name at an index; the index itself if there is none. */
const nameEnd = (html: string, start: number): number => {
  if (!isLetter(html.charCodeAt(start))) return start
  let end = start + 1
  while (isNamePart(html.charCodeAt(end))) end++
  return end
}

/** Reads the opening tag at an index; undefined if it is unfinished. */
export const readTag = (html: string, start: number): TagRange | undefined => {
  const attributesStart = nameEnd(html, start + 1)
  if (attributesStart === start + 1) return undefined
  const name = html.slice(start + 1, attributesStart)
  let index = attributesStart
  if (html[index] === '>') return { name, start, attributesStart, attributesEnd: index, end: index + 1 }
  for (;;) {
    tagEnd.lastIndex = index
    if (tagEnd.test(html)) return { name, start, attributesStart, attributesEnd: index, end: tagEnd.lastIndex }
    attribute.lastIndex = index
    if (!attribute.test(html) || attribute.lastIndex === index) return undefined
    index = attribute.lastIndex
  }
}

/** Finds the first opening tag of certain elements. */
export const findTag = (html: string, names: ReadonlySet<string>, from = 0): TagRange | undefined => {
  for (let start = html.indexOf('<', from); start !== -1; start = html.indexOf('<', start + 1)) {
    const end = nameEnd(html, start + 1)
    if (end === start + 1) continue
    const name = html.slice(start + 1, end)
    if (names.has(name) || names.has(name.toLowerCase())) return readTag(html, start)
  }
  return undefined
}

/** Finds the first opening tag. */
export const firstTag = (html: string): TagRange | undefined => {
  const start = html.search(/<[a-z]/i)
  return start === -1 ? undefined : readTag(html, start)
}

/** The end of an element that contains nothing but comments; undefined if it has other content. */
export const endOfEmpty = (html: string, { name, end }: TagRange): number | undefined => {
  let at = end
  while (html.startsWith('<!--', at)) {
    const close = html.indexOf('-->', at + 4)
    if (close === -1) return html.length
    at = close + 3
  }
  const after = at + 2 + name.length
  const isClosed =
    html.startsWith('</', at) &&
    html.slice(at + 2, after).toLowerCase() === name.toLowerCase() &&
    /[\s/>]/.test(html.charAt(after))
  if (!isClosed) return undefined
  const close = html.indexOf('>', after)
  return close === -1 ? html.length : close + 1
}

interface AttributeRange {
  readonly start: number
  readonly end: number
  readonly value: string
}

const findAttribute = (
  html: string,
  { attributesStart, attributesEnd }: TagRange,
  attributeName: string,
): AttributeRange | undefined => {
  attribute.lastIndex = attributesStart
  while (attribute.lastIndex < attributesEnd) {
    const from = attribute.lastIndex
    const found = attribute.exec(html)
    if (found === null) return undefined
    const name = found[1]
    if (name?.toLowerCase() === attributeName) {
      const start = from + found[0].search(/\S/)
      return { start, end: attribute.lastIndex, value: decodeEntities(found[3] ?? found[4] ?? found[5] ?? '') }
    }
  }
  return undefined
}

/** The decoded value of an attribute: undefined if the tag does not have it, empty if it has no value. */
export const attributeOf = (html: string, tag: TagRange, name: string): string | undefined =>
  findAttribute(html, tag, name)?.value

/**
 * Sets an attribute of a tag: replaces it, or adds it before the others. `write` makes the value safe in quotes; `true`
 * is an attribute without a value.
 */
export const setAttribute = (
  html: string,
  tag: TagRange,
  name: string,
  value: string | true,
  write: (value: string) => string = escapeAttribute,
): string => {
  const written = value === true ? name : `${name}="${write(value).replaceAll('&#039;', '&apos;')}"`
  const place = findAttribute(html, tag, name)
  if (place === undefined) return `${html.slice(0, tag.attributesStart)} ${written}${html.slice(tag.attributesStart)}`
  return html.slice(0, place.start) + written + html.slice(place.end)
}

/** Adds missing classes to a tag, whose own classes are kept once, and returns the whole HTML. */
export const addClasses = (html: string, tag: TagRange, classes: readonly string[]): string => {
  const { attributesStart } = tag
  if (attributesStart === tag.attributesEnd) {
    const [first] = classes
    const names = classes.length === 1 ? first : classes.join(' ')
    return `${html.slice(0, attributesStart)} class="${names}"${html.slice(attributesStart)}`
  }
  const present = (attributeOf(html, tag, 'class') ?? '').trim()
  const words = present.split(/\s+/)
  const has = new Set(words)
  const missing = classes.filter(name => !has.has(name))
  if (missing.length === 0) return html
  const kept = has.size === words.length ? present : [...has].join(' ')
  return setAttribute(html, tag, 'class', [kept, ...missing].filter(part => part !== '').join(' '))
}

/** Adds declarations to the inline style of a tag, after the existing ones, and returns the whole HTML. */
export const addStyle = (html: string, tag: TagRange, declarations: string): string => {
  const present = (attributeOf(html, tag, 'style') ?? '').trim()
  const separator = present === '' || present.endsWith(';') ? '' : ';'
  return setAttribute(html, tag, 'style', `${present}${separator}${declarations}`)
}

/** Sets attributes of the first tag, with new ones before existing ones, and returns the whole HTML. */
export const withAttributes = (html: string, attributes: Readonly<Record<string, string | true>>): string => {
  let result = html
  for (const [name, value] of Object.entries(attributes).reverse()) {
    const tag = firstTag(result)
    if (tag === undefined) return html
    result = setAttribute(result, tag, name, value)
  }
  return result
}

/** Adds missing classes to the first tag, and returns the whole HTML. */
export const addToFirstTag = (html: string, classes: readonly string[]): string => {
  const tag = classes.length === 0 ? undefined : firstTag(html)
  return tag === undefined ? html : addClasses(html, tag, classes)
}

/** Removes a class from the first tag, and returns the whole HTML. */
export const removeFromFirstTag = (html: string, className: string): string => {
  const tag = firstTag(html)
  const present = tag === undefined ? undefined : attributeOf(html, tag, 'class')?.trim().split(/\s+/)
  if (tag === undefined || present?.includes(className) !== true) return html
  return setAttribute(html, tag, 'class', present.filter(name => name !== className).join(' '))
}

/** Adds missing classes to a tag, and returns only the tag. */
export const withClasses = (html: string, tag: TagRange, classes: readonly string[]): string => {
  const { start, attributesStart, attributesEnd, end } = tag
  const place = { ...tag, start: 0, attributesStart: attributesStart - start, attributesEnd: attributesEnd - start }
  return addClasses(html.slice(start, end), { ...place, end: end - start }, classes)
}

/** The start of the closing tag of an element, after elements of the same name within it; undefined if there is none. */
export const closingTag = (html: string, tag: TagRange): number | undefined => {
  const wanted = tag.name.toLowerCase()
  let open = 1
  for (let start = html.indexOf('<', tag.end); start !== -1; start = html.indexOf('<', start + 1)) {
    const isClosing = html[start + 1] === '/'
    const from = start + (isClosing ? 2 : 1)
    if (html.slice(from, nameEnd(html, from)).toLowerCase() !== wanted) continue
    open += isClosing ? -1 : 1
    if (open === 0) return start
  }
  return undefined
}
