import type { ResponseFormat } from '@platen/core'
import { decodeEntities } from '@platen/rendering'

/** The name of the root element, and of elements whose keys are not names. */
const ELEMENT = 'oembed'
const elementName = /^[a-z_][\w.-]*$/i
/** Characters that XML 1.0 cannot represent. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are removed
const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\p{Surrogate}\ufffe\uffff]/gu
const special = /[&<>]|[^\0-\x7f]/gu
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Escapes text; the result is ASCII, so that it reads the same in any encoding. */
const escaped = (text: string): string =>
  text
    .replace(unwritable, '')
    .replace(special, character => ESCAPES[character] ?? `&#x${character.codePointAt(0)?.toString(16).toUpperCase()};`)

/** Titles and names may contain character references of HTML, most of which XML lacks; `html` remains HTML. */
const textOf = (name: string, value: string): string => (name === 'html' ? value : decodeEntities(value))

function element(key: string, value: unknown): string {
  const name = elementName.test(key) ? key : ELEMENT
  if (value === null || value === undefined) return `<${name}/>`
  if (typeof value === 'object') return `<${name}>${elements(value)}</${name}>`
  return `<${name}>${escaped(textOf(name, String(value)))}</${name}>`
}

const elements = (values: object): string =>
  Object.entries(values)
    .map(([key, value]) => element(key, value))
    .join('')

/** Writes a body as XML: an element for each member, in `<oembed>`. */
function writeOembedXml(body: unknown): string {
  const content = typeof body === 'object' && body !== null ? elements(body) : escaped(String(body))
  return `<?xml version="1.0"?>\n<${ELEMENT}>${content}</${ELEMENT}>\n`
}

/** The format `xml` of oEmbed. */
export const oembedXml: ResponseFormat = Object.freeze({
  contentType: 'text/xml; charset=UTF-8',
  write: writeOembedXml,
})
