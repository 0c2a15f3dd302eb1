import { serializeBlocks } from '@platen/rendering'
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import t from 'tap'
import { chooseSeed } from '../robustness/random.js'
import { recordedSite, renderedBlock } from '../site/blocks/recorded-site.js'
import { hostileMarkup } from './hostile-markup.js'
import { markupComplaint, type Policy, policies } from './judge-markup.js'

t.setTimeout(120_000)

type Node = DefaultTreeAdapterMap['node']
type Attributes = Readonly<Record<string, unknown>>

const LINK = '<!-- wp:navigation-link {"label":"x","url":"/x"} /-->'
/** Blocks with attributes that hold text, and what is within them. */
const BLOCKS: readonly (readonly [name: string, attributes: Attributes, inner?: string])[] = [
  ['archives', { type: 'monthly', displayAsDropdown: true }],
  ['archives', { type: 'monthly' }],
  ['calendar', { textColor: 'red' }],
  ['categories', { taxonomy: 'category', label: 'x', displayAsDropdown: true }],
  ['categories', { taxonomy: 'category' }],
  ['tag-cloud', { taxonomy: 'category', smallestFontSize: '8pt', largestFontSize: '22pt' }],
  [
    'search',
    {
      label: 'x',
      placeholder: 'x',
      buttonText: 'x',
      buttonPosition: 'button-only',
      widthUnit: 'px',
      width: 5,
      query: { x: 'x' },
    },
  ],
  ['search', { label: 'x', buttonText: 'x', buttonPosition: 'button-inside', borderColor: 'x' }],
  ['loginout', {}],
  ['icon', { icon: 'core/plus', ariaLabel: 'x', textColor: 'x', borderColor: 'x', rotation: 5 }],
  ['icon', { icon: 'core/plus', flipHorizontal: true }],
  ['breadcrumbs', { separator: '/' }],
  ['site-title', { linkTarget: '_self', textAlign: 'center' }],
  ['site-tagline', { textAlign: 'center' }],
  ['social-link', { url: 'https://x.example/', service: 'x', label: 'x', rel: 'x' }],
  ['widget-group', { title: 'x' }],
  [
    'navigation',
    {
      ariaLabel: 'x',
      icon: 'menu',
      customTextColor: 'red',
      customOverlayTextColor: 'red',
      overlayTextColor: 'x',
      layout: { justifyContent: 'left' },
    },
    LINK,
  ],
  ['navigation', { overlayMenu: 'always', icon: 'handle' }, LINK],
  ['navigation', { overlayMenu: 'never', fontSize: 'x', submenuVisibility: 'click' }, LINK],
  ['navigation-link', { label: 'x', url: '/x', description: 'x', rel: 'x', title: 'x' }],
  ['navigation-submenu', { label: 'x', url: '/x', description: 'x', rel: 'x', title: 'x' }, LINK],
  ['navigation-overlay-close', { displayMode: 'both', text: 'x' }],
  ['home-link', { label: 'x', description: 'x' }],
  ['page-list', {}],
  [
    'playlist',
    { caption: 'x', waveformColor: 'x', showNumbers: true },
    '<figure><ol><!-- wp:playlist-track {"src":"/x.mp3"} /--></ol></figure>',
  ],
  ['playlist-track', { src: '/x', title: 'x', artist: 'x', image: '/x', imageAlt: 'x', length: 'x', album: 'x' }],
  ['rss', { feedURL: 'x', rel: 'x' }],
  [
    'terms-query',
    { termQuery: { taxonomy: 'category', orderBy: 'name' } },
    '<!-- wp:term-template --><!-- wp:term-name {"textAlign":"left"} /--><!-- /wp:term-template -->',
  ],
]
/** The attributes that blocks have by what they support. */
const SUPPORTED: Attributes = {
  className: 'x',
  anchor: 'x',
  align: 'wide',
  backgroundColor: 'x',
  style: {
    color: { text: 'red' },
    spacing: { padding: { top: '1px' } },
    typography: { textDecoration: 'none', fontSize: '1px' },
  },
}

const textOf = (name: string, attributes: Attributes, inner = '') =>
  serializeBlocks([
    { name: `core/${name}`, attributes, innerBlocks: [], innerHTML: inner, innerContent: inner === '' ? [] : [inner] },
  ])

/** The same value with a hostile text in place of one of its texts. */
function poisoned(value: unknown, place: number, hostile: string): unknown {
  let at = 0
  const visit = (part: unknown): unknown => {
    if (typeof part === 'string') return at++ === place ? hostile : part
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, visit(inner)]))
  }
  return visit(value)
}

const countTexts = (value: unknown): number => {
  if (typeof value === 'string') return 1
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, inner) => sum + countTexts(inner), 0)
}

/** The drawing of an icon, whose element has attributes of the block: these are judged like those of any element. */
const DRAWING = /<svg((?: [^<>]*)?) xmlns="[^"]*" fill="currentColor" viewBox="0 0 16 16">\s*<path [^<>]*\/>\s*<\/svg>/g
const withoutDrawings = (html: string): string => html.replace(DRAWING, '<span$1></span>')

const SAFE_PARTS = /<svg .*?<\/svg>|<script>.*?<\/script>/gs

const made = await recordedSite()
const elements = new Map([...policies.content.elements].map(([name, allowed]) => [name, new Set(allowed)]))
const safeParts = new Set<string>()

// What harmless uses write is what uses with hostile texts may write.
for (const [name, attributes, inner] of BLOCKS) {
  for (const given of [attributes, { ...attributes, ...SUPPORTED }]) {
    const html = withoutDrawings(await renderedBlock(made, textOf(name, given, inner)))
    for (const [part] of html.matchAll(SAFE_PARTS)) safeParts.add(part)
    const waiting: Node[] = [parseFragment(html.replace(SAFE_PARTS, ''))]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if ('tagName' in node) {
        const known = elements.get(node.tagName) ?? new Set()
        for (const attribute of node.attrs) known.add(attribute.name)
        elements.set(node.tagName, known)
      }
      if ('childNodes' in node) waiting.push(...node.childNodes)
    }
  }
}
const policy: Policy = { elements, everywhere: policies.content.everywhere }

/** The HTML without the scripts and icons that harmless uses write. */
const withoutSafeParts = (html: string): string =>
  withoutDrawings(html).replace(SAFE_PARTS, part => (safeParts.has(part) ? '' : part))

t.test('the harmless uses are harmless', async t => {
  t.ok(safeParts.size >= 4)
  for (const [name, attributes, inner] of BLOCKS) {
    const html = withoutSafeParts(await renderedBlock(made, textOf(name, attributes, inner)))
    t.equal(markupComplaint(html, policy), undefined, name)
  }
})

t.test('no attribute of a block runs a script', async t => {
  const seed = chooseSeed(7)
  t.comment(`seed ${seed}`)
  const { text, url } = hostileMarkup(seed)
  let wrong = 0
  for (let round = 0; round < 40 && wrong < 5; round++) {
    for (const [name, attributes, inner] of BLOCKS) {
      const given = { ...attributes, ...SUPPORTED }
      const hostile =
        [text(), url(), `"><script>alert(1)</script>`, `x" onload="alert(1)`, `'-alert(1)-'`][round % 5] ?? ''
      const attack = poisoned(given, round % countTexts(given), hostile) as Attributes
      const html = await renderedBlock(made, textOf(name, attack, inner))
      const complaint = markupComplaint(withoutSafeParts(html), policy)
      if (complaint === undefined) continue
      wrong++
      t.fail(`${name}: ${complaint}\nof ${JSON.stringify(attack)}\nis ${html}`)
    }
  }
  t.equal(wrong, 0)
})
