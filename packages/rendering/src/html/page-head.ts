import { decodeAttribute, decodeEntities } from '../text/entities.js'
import { attributesOf } from './tag-attributes.js'

/** The attributes of an element, decoded, by name in lower case. */
export type HeadElement = ReadonlyMap<string, string>

/** The metadata in the head of a page. */
export interface PageHead {
  /** The decoded text of the first `title`; undefined without one. */
  readonly title: string | undefined
  /** The `href` of the first `base`; undefined without one. */
  readonly base: string | undefined
  readonly metas: readonly HeadElement[]
  readonly links: readonly HeadElement[]
}

/** Elements whose content is text for browsers, so that tags in it are ignored. */
const textElements: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'title'])
const endsHead: ReadonlySet<string> = new Set(['body', 'frameset'])
const tagName = /[a-z][^\s/>]*/iy
/** More elements than a page needs. */
const MAX_ELEMENTS = 1_000

/** The end of the tag at an index, after its `>`, which is ignored within quotes; -1 if the tag is unfinished. */
function tagEnd(html: string, start: number): number {
  let quote = ''
  let isValue = false
  for (let index = start + 1; index < html.length; index++) {
    const character = html.charAt(index)
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '>') return index + 1
    else if (isValue && (character === '"' || character === "'")) {
      quote = character
      isValue = false
    } else if (character === '=') isValue = true
    else if (!/\s/.test(character)) isValue = false
  }
  return -1
}

function elementOf(tag: string): HeadElement {
  const values = new Map<string, string>()
  for (const { name, value } of attributesOf(tag))
    if (!values.has(name)) values.set(name, decodeAttribute(value).trim())
  return values
}

/** The start of the end tag of an element from an index on; the end of the text without one. */
function contentEnd(lower: string, name: string, from: number): number {
  const end = lower.indexOf(`</${name}`, from)
  return end === -1 ? lower.length : end
}

/**
 * Reads the `title`, `base`, `meta` and `link` elements of a page, up to its body. It takes one pass, in linear time, and
 * accepts any text.
 */
export function readPageHead(html: string): PageHead {
  const lower = html.toLowerCase()
  // Some letters change their length in lower case: positions would differ.
  const text = lower.length === html.length ? html : lower
  const metas: HeadElement[] = []
  const links: HeadElement[] = []
  let title: string | undefined
  let base: string | undefined
  for (let start = text.indexOf('<'); start !== -1; ) {
    if (text.startsWith('<!--', start)) {
      const close = text.indexOf('-->', start + 4)
      if (close === -1) break
      start = text.indexOf('<', close + 3)
      continue
    }
    tagName.lastIndex = start + 1
    const name = tagName.exec(text)?.[0].toLowerCase() ?? ''
    if (endsHead.has(name) || lower.startsWith('</head', start)) break
    const end = name === '' ? start + 1 : tagEnd(text, start)
    if (end === -1) break
    let next = end
    if (textElements.has(name)) {
      next = contentEnd(lower, name, end)
      if (name === 'title') title ??= decodeEntities(text.slice(end, next))
    } else if (name === 'meta' || name === 'link' || name === 'base') {
      const element = elementOf(text.slice(start, end))
      if (name === 'base') base ??= element.get('href')
      else (name === 'meta' ? metas : links).push(element)
      if (metas.length + links.length >= MAX_ELEMENTS) break
    }
    start = text.indexOf('<', next === start ? next + 1 : next)
  }
  return { title, base, metas, links }
}
