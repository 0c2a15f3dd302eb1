/**
 * Expressions whose cost grows faster than the text, or is not proved not to: their files, and how they are written. The
 * list may only shrink.
 */
export const pendingExpressions: readonly (readonly [file: string, expression: string])[] = [
  [
    'packages/site/src/rendering/built-in-shortcodes.ts',
    '/((?:<a [^>]+>\\s*)?<img [^>]+>(?:\\s*<\\/a>)?)([\\s\\S]*)/i',
  ],
  [
    'packages/site/src/rendering/links.ts',
    '/(?<=^|[\\s(,:;<])(?:https?|ftps?|mailto|news|irc6?|ircs|gopher|nntp|feed|telnet|mms|rtsp|sms|svn|tel|fax|xmpp|webcal|urn)://[^\\s"<>{}|\\\\^`\\u00a0]+/gi',
  ],
  ['packages/site/src/rendering/links.ts', '/(?<=^|\\s)(?:www|ftp)\\.[^\\s"<>{}|\\\\^`\\u00a0]+/gi'],
  ['packages/site/src/rendering/links.ts', '/<!--[\\s\\S]*?(?:-->|$)|<\\/?[a-z][\\w-]*(?=[\\s/>])[^<>]*>/gi'],
  ['packages/site/src/rendering/more-tag.ts', '/<!--more([\\s\\S]*?)-->/'],
  [
    'packages/site/src/rendering/more-tag.ts',
    '/<!-- wp:more(?:\\s+\\{[^}]*\\})?\\s+-->\\s*(<!--more[\\s\\S]*?-->(?:\\s*<!--noteaser-->)?)\\s*<!-- \\/wp:more -->/g',
  ],
  ['packages/site/src/rendering/safe-styles.ts', '/([\\w-]*)\\(/g'],
  ['packages/site/src/rendering/safe-styles.ts', `/url\\(\\s*(?:"([^"]*)"|'([^']*)'|([^"'()]*))\\s*\\)/g`],
  ['packages/site/src/rendering/safe-urls.ts', `/([\\w:-]+)(\\s*=\\s*)("[^"]*"|'[^']*'|[^\\s"'>]+)/g`],
  ['packages/site/src/rendering/sanitize-html.ts', '/^<\\s*(\\/?)\\s*([a-z][\\w-]*)/i'],
  [
    'packages/site/src/rendering/shortcode-parser.ts',
    `/([\\w-]+)\\s*=\\s*"([^"]*)"(?=\\s|$)|([\\w-]+)\\s*=\\s*'([^']*)'(?=\\s|$)|([\\w-]+)\\s*=\\s*([^\\s'"]+)(?=\\s|$)|"([^"]*)"(?=\\s|$)|'([^']*)'(?=\\s|$)|(\\S+)(?=\\s|$)/g`,
  ],
]

/** Expressions that are made of texts that only the running program knows, and why they are safe. */
export const dynamicExpressions: readonly (readonly [file: string, call: string, why: string])[] = [
  [
    'packages/core/src/registry/route-path.ts',
    `new RegExp(\`^\${pattern.replaceAll('(?P<', '(?<')}$\`, 'i')`,
    'Paths of routes are written by developers; those of all built-in routes are checked in this test.',
  ],
  [
    'packages/core/src/schema/keywords/pattern.ts',
    "new RegExp(needed, 'u')",
    'Patterns of schemas are written by developers; those of all built-in schemas are checked in this test.',
  ],
  [
    'packages/core/src/schema/keywords/pattern.ts',
    'new RegExp(needed)',
    'Patterns of schemas are written by developers; those of all built-in schemas are checked in this test.',
  ],
  [
    'packages/site/src/rendering/images.ts',
    `new RegExp(\`\\\\s\${name}="(\\\\d+)"\`)`,
    'The name is a constant: width or height. A quote ends the digits, so that no two tries share them.',
  ],
  [
    'packages/site/src/rendering/paragraph-words.ts',
    `new RegExp(\`(?:[^\\\\0- ]+ ){0,\${count}}\`, 'y')`,
    'It is tried where words begin, each word ends with a space that no word holds, and the count is a setting.',
  ],
  [
    'packages/site/src/rendering/smileys.ts',
    `new RegExp(\`(?<=^|[\\\\s\\\\u00a0]|&nbsp;)(?:\${written})(?=$|[\\\\s\\\\u00a0]|&nbsp;)\`, 'g')`,
    'Emoticons are registered, escaped, and a few characters long; nothing repeats.',
  ],
  [
    'packages/site/src/text/slug.ts',
    "new RegExp(characters.map(encode).join('|'), 'g')",
    'The characters are constants, written as octets; nothing repeats.',
  ],
]
