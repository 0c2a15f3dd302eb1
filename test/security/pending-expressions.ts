/**
 * Expressions whose cost grows faster than the text, or is not proved not to: their files, and how they are written. The
 * list may only shrink.
 */
export const pendingExpressions: readonly (readonly [file: string, expression: string])[] = []

/** Expressions that are made of texts that only the running program knows, and why they are safe. */
export const dynamicExpressions: readonly (readonly [file: string, call: string, why: string])[] = [
  [
    'packages/cli/src/import/reference-table.ts',
    `new RegExp( \`<!-- wp:(?:core/)?(?:\${[...Object.keys(BLOCKS), ...LINKS].join('|')}) \\\\{|"backgroundImage"\`, )`,
    'It is made of constants; nothing repeats.',
  ],
  [
    'packages/core/src/openapi/unicode-pattern.ts',
    "new RegExp(pattern, 'u')",
    'It is only compiled, to see whether it is valid.',
  ],
  [
    'packages/core/src/registry/route-path.ts',
    `new RegExp(\`^\${expression.replaceAll('(?P<', '(?<')}$\`, 'i')`,
    'Paths of routes are written by developers; those of all built-in routes are checked in this test.',
  ],
  [
    'packages/core/src/schema/keywords/pattern.ts',
    "new RegExp(trimmed, 'u')",
    'Patterns of schemas are written by developers; those of all built-in schemas are checked in this test.',
  ],
  [
    'packages/core/src/schema/keywords/pattern.ts',
    'new RegExp(trimmed)',
    'Patterns of schemas are written by developers; those of all built-in schemas are checked in this test.',
  ],
  [
    'packages/rendering/src/blocks/supports/support-values.ts',
    "new RegExp(WORD, 'g')",
    'It is made of constants, and searched for in at most 200 characters.',
  ],
  [
    'packages/rendering/src/html/images.ts',
    `new RegExp(\`\\\\s\${name}="(\\\\d+)"\`)`,
    'The name is a constant: width or height. A quote ends the digits, so that no two tries share them.',
  ],
  [
    'packages/rendering/src/html/links.ts',
    `new RegExp(\`(?<![^\\\\s(,:;<])(?:\${SAFE_SCHEMES.join('|')})://\`, 'gi')`,
    'The schemes are constants of a few letters; nothing repeats.',
  ],
  [
    'packages/rendering/src/paragraphs/markup-words.ts',
    `new RegExp(\`(?:[^\\\\0- ]+ ){0,\${EXCERPT_WORDS}}\`, 'y')`,
    'It is tried where texts of limited length begin, each word ends with a space that no word holds, and the count is a constant.',
  ],
  [
    'packages/rendering/src/sanitize/comment-lines.ts',
    `new RegExp( \`<(/?)(\${[...FEEDS.keys(), 'br', 'td', 'th', 'img', 'a'].join('|')})(?![\\\\w-])[^<>]*>\`, 'gi', )`,
    'The names are constants. The rest of a tag contains no "<", so that no two tries share it.',
  ],
  [
    'packages/rendering/src/sanitize/comment-lines.ts',
    `new RegExp(\`<(?:\${[...FEEDS.keys(), 'br', 'img'].join('|')})(?![\\\\w-])\`, 'i')`,
    'The names are constants; nothing repeats.',
  ],
  [
    'packages/rendering/src/typography/emoticons.ts',
    `new RegExp(\`(?<=^|[\\\\s\\\\u00a0]|&nbsp;)(?:\${written})(?=$|[\\\\s\\\\u00a0]|&nbsp;)\`, 'g')`,
    'Emoticons are registered, escaped, and a few characters long; nothing repeats.',
  ],
  [
    'packages/sql/src/postgres/fold-functions.ts',
    "new RegExp(characterClass, 'gu')",
    'Classes of this library, which match one character of a fixed text each.',
  ],
  [
    'packages/rendering/src/text/slug.ts',
    "new RegExp(characters.map(encode).join('|'), 'g')",
    'The characters are constants, written as octets; nothing repeats.',
  ],
]
