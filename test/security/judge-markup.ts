import { SAFE_SCHEMES } from '@platen/core'
import { type DefaultTreeAdapterMap, parseFragment, serialize } from 'parse5'
import { loadModule } from '../rendering/load-module.js'

const { COMMENT_HTML, DESCRIPTION_HTML, EMBED_HTML, POST_HTML, TITLE_HTML } =
  await loadModule<typeof import('../../packages/rendering/src/sanitize/allowed-html.js')>('sanitize/allowed-html.js')

type Node = DefaultTreeAdapterMap['node']

/** The allowed elements of a location, with their attributes. */
export interface Policy {
  readonly elements: ReadonlyMap<string, ReadonlySet<string>>
  readonly everywhere: ReadonlySet<string>
}

/** Elements that rendering itself writes, in addition to those that users may use. */
const WRITTEN: Readonly<Record<string, string>> = {
  p: 'class',
  br: '',
  a: 'href rel class',
  img: 'width height loading decoding fetchpriority srcset sizes',
  audio: 'class id preload style controls loop autoplay muted',
  video: 'class id preload style controls loop autoplay muted width height poster',
  source: 'type src',
  div: 'class style',
  figure: 'id style class aria-describedby',
  figcaption: 'id class',
  // The parser adds them to tables.
  tbody: '',
  colgroup: '',
}

const words = (text: string) => text.split(' ').filter(word => word !== '')

function policy(allowed: typeof POST_HTML, written: Readonly<Record<string, string>>): Policy {
  const elements = new Map<string, Set<string>>()
  for (const [name, attributes] of Object.entries(allowed.elements)) elements.set(name, new Set(attributes))
  for (const [name, attributes] of Object.entries(written))
    elements.set(name, new Set([...(elements.get(name) ?? []), ...words(attributes)]))
  return { elements, everywhere: new Set(allowed.everywhere) }
}

const { p = '', br = '', a = '' } = WRITTEN
export const policies = {
  content: policy(POST_HTML, WRITTEN),
  title: policy(TITLE_HTML, {}),
  comment: policy(COMMENT_HTML, { p, br, a }),
  description: policy(DESCRIPTION_HTML, {}),
  embed: policy(EMBED_HTML, { iframe: 'src width height title sandbox loading allowfullscreen' }),
}

const URL_ATTRIBUTES = new Set(
  words(
    'action background cite classid codebase data formaction href icon longdesc manifest ping poster profile src usemap xlink:href',
  ),
)

/** Whether browsers would follow or load a URL with a scheme that nobody may use. */
function isHostileUrl(value: string): boolean {
  const base = 'https://site.example/'
  const protocol = URL.canParse(value, base) ? new URL(value, base).protocol : 'https:'
  return !SAFE_SCHEMES.includes(protocol.slice(0, -1))
}

const IGNORED = /[\0-\x20]|\/\*.*?\*\//g

function isHostileStyle(style: string): boolean {
  const read = style
    .replace(/\\([\da-f]{1,6})\s?/gi, (_, code: string) =>
      String.fromCodePoint(Math.min(0xffff, Number.parseInt(code, 16))),
    )
    .replace(IGNORED, '')
    .toLowerCase()
  if (/expression\(|-moz-binding|behavior:/.test(read)) return true
  return [...read.matchAll(/url\(["']?([^"')]*)/g)].some(([, url = '']) => isHostileUrl(url))
}

function attributeComplaint(element: string, name: string, value: string, { elements, everywhere }: Policy) {
  const isKnown =
    elements.get(element)?.has(name) || everywhere.has(name) || (name.startsWith('data-') && everywhere.has('data-*'))
  if (!isKnown) return `the attribute ${name} of ${element}`
  if (URL_ATTRIBUTES.has(name) && isHostileUrl(value)) return `${name}=${JSON.stringify(value)} of ${element}`
  if (name === 'srcset' && value.split(',').some(each => isHostileUrl(each.trim()))) return `srcset ${value}`
  if (name === 'style' && isHostileStyle(value)) return `the style ${value}`
  return undefined
}

function treeComplaint(tree: DefaultTreeAdapterMap['documentFragment'], allowed: Policy): string | undefined {
  const waiting: Node[] = [tree]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('tagName' in node) {
      if (!allowed.elements.has(node.tagName)) return `the element ${node.tagName}`
      if (node.namespaceURI.endsWith('/svg')) return `the SVG element ${node.tagName}`
      for (const { name, prefix, value } of node.attrs) {
        const complaint = attributeComplaint(node.tagName, prefix ? `${prefix}:${name}` : name, value, allowed)
        if (complaint !== undefined) return complaint
      }
    }
    if ('childNodes' in node) waiting.push(...node.childNodes)
  }
  return undefined
}

/**
 * Returns forbidden content that a browser would find in HTML; `undefined` if there is none. The HTML is also
 * serialized and parsed again, as happens when pages copy it with `innerHTML`.
 */
export function markupComplaint(html: string, allowed: Policy): string | undefined {
  if (!html.includes('<')) return undefined
  const tree = parseFragment(html)
  const complaint = treeComplaint(tree, allowed)
  if (complaint !== undefined) return complaint
  const written = serialize(tree)
  if (written === html) return undefined
  const again = treeComplaint(parseFragment(written), allowed)
  return again === undefined ? undefined : `${again}, once it is written and read again`
}
