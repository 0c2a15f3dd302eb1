/** Random numbers from a seed. */
export interface Random {
  /** An integer from 0 to below `limit`. */
  below(limit: number): number
  oneOf<T>(values: readonly [T, ...T[]]): T
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return { below, oneOf: values => values[below(values.length)] ?? values[0] }
}

type Damage = (text: string, random: Random) => string

const TAG = /<\/?[\w:]+[^<>]*>/g
const ELEMENT = /<([\w:]+)[^<>]*>(?:<!\[CDATA\[.*?\]\]>|[^<])*<\/\1>/gs
const ITEM = /<item>.*?<\/item>/gs
const ID =
  /(?<=<wp:(?:post_id|post_parent|comment_id|comment_parent|term_id|comment_user_id|author_id)><!\[CDATA\[)[^\]]*/g

/** Replaces a random match of a pattern. */
const replaced =
  (pattern: RegExp, by: (found: string, random: Random) => string): Damage =>
  (text, random) => {
    const found = [...text.matchAll(pattern)]
    const match = found[random.below(found.length)]
    if (match === undefined) return text
    return text.slice(0, match.index) + by(match[0], random) + text.slice(match.index + match[0].length)
  }

/** Exchanges two random matches of a pattern. */
const swapped =
  (pattern: RegExp): Damage =>
  (text, random) => {
    const found = [...text.matchAll(pattern)]
    const pair = [found[random.below(found.length)], found[random.below(found.length)]]
    const [a, b] = pair.sort((one, other) => (one?.index ?? 0) - (other?.index ?? 0))
    if (a === undefined || b === undefined || a.index === b.index) return text
    const between = text.slice(a.index + a[0].length, b.index)
    return text.slice(0, a.index) + b[0] + between + a[0] + text.slice(b.index + b[0].length)
  }

const inserted =
  (texts: readonly [string, ...string[]]): Damage =>
  (text, random) => {
    const at = random.below(text.length + 1)
    return text.slice(0, at) + random.oneOf(texts) + text.slice(at)
  }

/** Ways to damage an export. */
export const DAMAGES: Readonly<Record<string, Damage>> = {
  truncated: (text, random) => text.slice(0, random.below(text.length)),
  'a character is missing': (text, random) => {
    const at = random.below(text.length)
    return text.slice(0, at) + text.slice(at + 1)
  },
  'a part is missing': (text, random) => {
    const at = random.below(text.length)
    return text.slice(0, at) + text.slice(at + random.below(300))
  },
  'a part is repeated': (text, random) => {
    const at = random.below(text.length)
    return text.slice(0, at) + text.slice(at, at + random.below(300)) + text.slice(at)
  },
  'a tag is missing': replaced(TAG, () => ''),
  'a tag is repeated': replaced(TAG, tag => tag + tag),
  'tags are swapped': swapped(TAG),
  'an element is missing': replaced(ELEMENT, () => ''),
  'an element is repeated': replaced(ELEMENT, found => found + found),
  'elements are swapped': swapped(ELEMENT),
  'an item is repeated': replaced(ITEM, found => found + found),
  'items are swapped': swapped(ITEM),
  'an item is nested': replaced(ITEM, (found, random) => {
    const at = random.below(found.length)
    return found.slice(0, at) + found + found.slice(at)
  }),
  'an element has another name': replaced(ELEMENT, found =>
    found.replace(/^<[\w:]+/, '$&x').replace(/[\w:]+>$/, name => `${name.slice(0, -1)}x>`),
  ),
  'an element has another prefix': replaced(ELEMENT, (found, random) => {
    const prefix = random.oneOf(['wp', 'dc', 'content', 'media', 'x'])
    return found.replace(/^<(?:\w+:)?/, `<${prefix}:`).replace(/<\/(?:\w+:)?([\w]+)>$/, `</${prefix}:$1>`)
  }),
  'a prefix is another namespace': replaced(/xmlns:\w+="[^"]*"/g, (_, random) =>
    random.oneOf(['', 'xmlns:wp="urn:x"', 'xmlns:dc="http://wordpress.org/export/1.2/"']),
  ),
  'a section is not closed': replaced(/\]\]>/g, () => ''),
  'a section is not opened': replaced(/<!\[CDATA\[/g, () => ''),
  'a section is closed twice': replaced(/\]\]>/g, () => ']]>]]>'),
  'the channel is missing': replaced(/<\/?channel>/g, () => ''),
  'no channel': text => text.replaceAll(/<\/?channel>/g, ''),
  'a wrong id': replaced(ID, (_, random) =>
    random.oneOf(['-1', '0', 'abc', '1e9', '99999999999999999999', '2147483648', ' 7 ', '']),
  ),
  'equal ids': (text, random) => text.replace(ID, () => String(random.below(4))),
  'control characters': inserted(['\u0000', '\u0008', '\u001f\u001f', '\uFFFE', '&#1;', '&#xB;']),
  references: inserted(['&', '&nbsp;', '&amp', '&#', '&#x110000;', '&lt;', '&unknown;', '&#38;#60;']),
  'signs of markup': inserted([
    '<',
    '>',
    '"',
    "'",
    '<!--',
    '-->',
    '<!',
    '<?',
    '?>',
    ']]>',
    '<![CDATA[',
    '</',
    '/>',
    '=',
  ]),
  elements: inserted([
    '<item>',
    '</item>',
    '<item/>',
    '<p>',
    '<br/>',
    '<wp:comment>',
    '<wp:postmeta/>',
    '<wp:author/>',
    '<category/>',
  ]),
  'wrong dates': replaced(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, (_, random) =>
    random.oneOf(['2020-02-30 00:00:00', 'yesterday', '0000-00-00 00:00:00', '99999-01-01 00:00:00']),
  ),
  'line breaks': inserted(['\r', '\r\n', '\u2028', '\n\n']),
}

/** A damaged export: its bytes, and what was done to it. */
export interface DamagedExport {
  readonly what: string
  readonly bytes: Uint8Array
}

/** Damages a text in one to three ways. A seed always does the same. */
export function damaged(text: string, seed: number): DamagedExport {
  const random = randomFrom(seed)
  const names = Object.keys(DAMAGES)
  const done: string[] = []
  let result = text
  for (let count = 1 + random.below(3); count > 0; count--) {
    const name = names[random.below(names.length)] ?? ''
    done.push(name)
    result = DAMAGES[name]?.(result, random) ?? result
  }
  const bytes = Buffer.from(result)
  if (bytes.length > 0 && random.below(12) === 0) {
    done.push('a byte is another')
    bytes[random.below(bytes.length)] = random.below(256)
  }
  return { what: `${seed}: ${done.join(', ')}`, bytes }
}
