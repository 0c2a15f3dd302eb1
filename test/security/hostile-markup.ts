/** Random texts that try to get script into a page: markup, shortcodes and blocks, well-formed and not. */
export interface HostileMarkup {
  /** A text with all of it. */
  text(): string
  /** A URL that runs a script, in one of the ways of hiding it. */
  url(): string
}

type Choose = <T>(choices: readonly T[]) => T

const SCHEMES = ['javascript', 'vbscript', 'data', 'livescript', 'JavaScript', 'jAvAsCrIpT'] as const
const COLONS = [':', '&#58;', '&#x3a;', '&#58', '&colon;', '&amp;#58;', '\\x3a', '&#0000058;', '\uff1a'] as const
const NOISE = [
  '',
  '',
  '',
  '',
  '\t',
  '\n',
  '\r',
  '\0',
  '\x01',
  '&Tab;',
  '&NewLine;',
  '&#9;',
  '&#10;',
  '&#0;',
  '&#1;',
] as const
const BEFORE = [
  '',
  '',
  '',
  ' ',
  '\x01',
  '&#32;',
  '\u00a0',
  'feed:',
  'x:',
  'http:',
  'feed:feed:',
  '/',
  '//',
  '&nbsp;',
] as const
const PAYLOADS = [
  'alert(1)',
  'text/html,<script>alert(1)</script>',
  'text/html;base64,PHNjcmlwdD4=',
  '//x%0aalert(1)',
] as const

const TAGS =
  `a a a img img script iframe svg math style template noscript object embed form input button textarea select
  option details video audio source track table tr td caption figure figcaption mtext mglyph mi annotation annotation-xml
  foreignObject title plaintext xmp noembed b p div pre code base link meta body html frameset marquee isindex x-a a:b
  svg:script image area map del q blockquote`.split(/\s+/)
const ATTRIBUTES = `href href src src onclick onerror onload style srcset srcdoc formaction xlink:href action poster
  background class title alt id data-x data cite longdesc usemap width name type download target aria-label ping is
  http-equiv content xmlns lang`.split(/\s+/)
const SEPARATORS = [' ', ' ', ' ', '/', '\t', '\n', '\f', '', ' / ', '\0', '\u00a0'] as const
const QUOTES = ['"', '"', '"', "'", "'", '', '`', '&quot;', '\u201c'] as const
const STYLES = [
  'background:url(%)',
  "background-image:url('%')",
  'width:expression(alert(1))',
  '-moz-binding:url(%)',
  'behavior:url(%)',
  '@import "%"',
  'color:red;x:\\65xpression(alert(1))',
  '--a:url( "%" )',
  'width:calc(1px + url(%))',
] as const
const SHORTCODES = [
  'embed',
  'caption',
  'wp_caption',
  'audio',
  'video',
  'gallery',
  'playlist',
  'wrap',
  'unknown',
] as const
const SHORTCODE_ATTRIBUTES = [
  'src',
  'mp3',
  'mp4',
  'poster',
  'style',
  'class',
  'id',
  'align',
  'caption',
  'width',
  'preload',
  'loop',
]
const BLOCKS =
  `paragraph group image gallery button html shortcode quote columns column cover freeform embed more nextpage
  heading list list-item buttons details table verse media-text test/wrap`.split(/\s+/)
const BLOCK_ATTRIBUTES = [
  'className',
  'url',
  'layout',
  'style',
  'metadata',
  'anchor',
  'id',
  'content',
  'href',
  'customText',
]
const FRAGMENTS = [
  ...[
    '<!--',
    '-->',
    '--!>',
    '<!-->',
    '<!--->',
    '<![CDATA[',
    ']]>',
    '<?php ',
    '?>',
    '<!DOCTYPE x>',
    '<',
    '>',
    '</',
    '/>',
    '<a',
    '<!',
  ],
  ...[
    '"',
    "'",
    '`',
    '&',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '&#60;',
    '&amp;lt;',
    '\0',
    '\ufdd0',
    '\ufdd1',
    '\ufdd2',
  ],
  ...['[embed <a title="]">', '" onmouseover=alert(1) "', ']">', "]'>", '[audio <b class="]"', '[/caption]">'],
  ...['[', ']', '[[', ']]', '[/', '[/embed]', '[/caption]', '[embed', '\\', '\\x3c', '\n', '\n\n', '<br>', '--', '...'],
  ...[
    'http://a.example/?a=1&b="c',
    'www.a.example/<b>',
    'a@b.example',
    ':)',
    "'99",
    '3x4',
    '<!--more-->',
    '<!--nextpage-->',
  ],
  ...[
    '<!--more [embed]-->',
    '<pre 0></pre>',
    '<pre>',
    '</pre>',
    '</p>',
    '</div>',
    '</a>',
    '</textarea>',
    '</script>',
    '</style>',
  ],
] as const

/** The same texts for the same seed. */
export function hostileMarkup(seed: number): HostileMarkup {
  let state = seed | 0
  // Mulberry32.
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(random() * limit)
  const choose: Choose = choices => choices[below(choices.length)] as (typeof choices)[number]
  const times = (most: number, make: () => string) => Array.from({ length: below(most + 1) }, make).join('')

  const hideCharacter = (character: string): string => {
    const code = character.charCodeAt(0)
    switch (below(14)) {
      case 0:
        return `&#${code};`
      case 1:
        return `&#x${code.toString(16)};`
      case 2:
        return `&#${code}`
      case 3:
        return `&amp;#${code};`
      case 4:
        return `\\x${code.toString(16)}`
      case 5:
        return `\\u00${code.toString(16)}`
      case 6:
        return `&#${'0'.repeat(below(8))}${code};`
      case 7:
        return character + choose(NOISE)
      case 8:
        return `${character}[gallery]`
      case 9:
        return character.toUpperCase()
      default:
        return character
    }
  }
  const hide = (text: string): string => (below(3) === 0 ? text : [...text].map(hideCharacter).join(''))
  const url = () => choose(BEFORE) + hide(choose(SCHEMES)) + choose(NOISE) + choose(COLONS) + choose(PAYLOADS)
  const style = () => choose(STYLES).replace('%', url())
  const word = () => choose(['x', '1', 'alert(1)', '', ' ', 'wp-image-1'])

  const value = (depth: number): string => {
    switch (below(8)) {
      case 0:
        return style()
      case 1:
        return text(depth + 1)
      case 2:
        return `${word()}${choose(QUOTES)} onclick=alert(1) ${word()}`
      case 3:
        return word()
      case 4:
        return `${choose([']', '[', ']]', '[embed', '[/embed]', '-->', '&lt;', '<!--'])}${word()} onclick=alert(1) `
      default:
        return url()
    }
  }
  const attribute = (names: readonly string[], depth: number): string => {
    const name = below(8) === 0 ? choose(names).toUpperCase() : choose(names)
    const quote = choose(QUOTES)
    const closing = below(10) === 0 ? choose(QUOTES) : quote
    return `${choose(SEPARATORS)}${name}${choose(['=', '=', '=', ' = ', '=\n', ''])}${quote}${value(depth)}${closing}`
  }
  const tag = (depth: number): string => {
    const name = below(8) === 0 ? choose(TAGS).toUpperCase() : choose(TAGS)
    const opening = `${choose(['<', '<', '<', '<', '< ', '<\0', '<</'])}${name}`
    const attributes = times(3, () => attribute(ATTRIBUTES, depth))
    const end = choose(['>', '>', '>', '>', '/>', ' >', '', '//>', '>>'])
    const inner = below(2) === 0 ? text(depth + 1) : ''
    return `${opening}${attributes}${end}${inner}${choose(['', '', `</${name}>`, `</${name} x>`, `</${name}`])}`
  }
  const shortcode = (depth: number): string => {
    const name = choose(SHORTCODES)
    const attributes = times(3, () => attribute(SHORTCODE_ATTRIBUTES, depth))
    const width = below(2) === 0 ? ' width="300"' : ''
    const content = choose([url, () => text(depth + 1), () => `<img src="x"> ${text(depth + 1)}`])()
    const closing = below(4) === 0 ? '' : `${content}[/${name}]`
    return `${choose(['[', '[', '[', '[['])}${name}${width}${attributes}${choose([']', ']', '/]', ''])}${closing}`
  }
  const blockValue = (depth: number): unknown => {
    const plain = value(depth)
    return choose<() => unknown>([
      () => plain,
      () => ({ [plain]: plain, css: plain, type: plain, justifyContent: plain, elements: { link: { color: plain } } }),
      () => ({ blockVisibility: { viewport: { [plain]: false, mobile: false } } }),
      () => [plain],
      () => 7,
    ])()
  }
  const block = (depth: number): string => {
    const name = choose(BLOCKS)
    const given: Record<string, unknown> = {}
    for (let index = below(3); index > 0; index--) given[choose(BLOCK_ATTRIBUTES)] = blockValue(depth)
    const json = JSON.stringify(given)
    const escaped =
      below(2) === 0
        ? json
        : json.replace(/[<>&"-](?![:,}])/g, each => (each === '"' ? '"' : `\\u00${each.charCodeAt(0).toString(16)}`))
    const attributes = json === '{}' ? '' : `${escaped} `
    if (below(6) === 0) return `<!-- wp:${name} ${attributes}/-->`
    const inner = choose([
      () => text(depth + 1),
      () => `<figure>${tag(depth)}</figure>`,
      () => `<p class="x">${text(depth + 1)}</p>`,
    ])()
    return `<!-- wp:${name} ${attributes}-->${inner}${below(8) === 0 ? '' : `<!-- /wp:${name} -->`}`
  }
  const part = (depth: number): string => {
    if (depth > 3) return choose(FRAGMENTS)
    switch (below(8)) {
      case 0:
      case 1:
      case 2:
        return tag(depth)
      case 3:
      case 4:
        return shortcode(depth)
      case 5:
        return block(depth)
      case 6:
        return below(3) === 0 ? url() : choose(FRAGMENTS)
      default:
        return choose(FRAGMENTS)
    }
  }
  const text = (depth: number): string => part(depth) + times(depth === 0 ? 2 : 1, () => part(depth + 1))
  return { text: () => text(0), url }
}
