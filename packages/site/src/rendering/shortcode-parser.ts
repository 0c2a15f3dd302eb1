/** What stands between a shortcode's name and its closing bracket. */
export interface ShortcodeAttributes {
  /** `name="value"`; names in lower case. */
  readonly named: Readonly<Record<string, string>>
  /** Values without a name, in their order. */
  readonly positional: readonly string[]
}

/** One shortcode found in a text. */
export interface ShortcodeMatch {
  readonly start: number
  readonly end: number
  readonly tag: string
  readonly attributes: string
  /** What an enclosing shortcode encloses; undefined when it has no closing tag. */
  readonly content: string | undefined
  /** Written with a second bracket at its start, at its end, or, to be shown as it is, at both. */
  readonly extraStart: boolean
  readonly extraEnd: boolean
}

const opening = /\[(\[?)([\w-]+)(?![\w-])/g
const attribute =
  /([\w-]+)\s*=\s*"([^"]*)"(?=\s|$)|([\w-]+)\s*=\s*'([^']*)'(?=\s|$)|([\w-]+)\s*=\s*([^\s'"]+)(?=\s|$)|"([^"]*)"(?=\s|$)|'([^']*)'(?=\s|$)|(\S+)(?=\s|$)/g
const unusualSpace = /[\u00a0\u200b]/g
const escapeSequence = /\\(x[\da-f]{1,2}|[0-7]{1,3}|[\s\S])/gi
const bracket = /[<>]/g

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', v: '\v', b: '\b', f: '\f' }

const unescapeOne = (_found: string, code: string): string => {
  if (/^x[\da-f]/i.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
  if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 255)
  return CONTROLS[code] ?? code
}

/** Whether each `<` is followed by a `>` before the next one. */
const isClosedMarkup = (value: string): boolean => {
  let isOpen = false
  for (const [found] of value.matchAll(bracket)) {
    if (isOpen === (found === '<')) return false
    isOpen = !isOpen
  }
  return !isOpen
}

const readValue = (text: string): string => {
  const value = text.includes('\\') ? text.replace(escapeSequence, unescapeOne) : text
  return isClosedMarkup(value) ? value : ''
}

/** Reads the attributes of a shortcode: `name="a"`, `name='a'`, `name=a`, or values alone. Backslashes escape. */
export const parseShortcodeAttributes = (text: string): ShortcodeAttributes => {
  const named: Record<string, string> = Object.create(null)
  const positional: string[] = []
  for (const found of text.replace(unusualSpace, ' ').matchAll(attribute)) {
    const name = found[1] ?? found[3] ?? found[5]
    const value = readValue(found[2] ?? found[4] ?? found[6] ?? found[7] ?? found[8] ?? found[9] ?? '')
    if (name === undefined) positional.push(value)
    else named[name.toLowerCase()] = value
  }
  return { named, positional }
}

/** Finds the shortcodes of a text from left to right; those within another's content are left to whoever renders it. */
export function* findShortcodes(text: string, isKnown: (tag: string) => boolean): Generator<ShortcodeMatch> {
  const unclosed = new Set<string>()
  let from = 0
  for (;;) {
    opening.lastIndex = from
    const found = opening.exec(text)
    if (found === null) return
    const tag = found[2] as string
    const attributesStart = found.index + found[0].length
    from = found.index + 1
    if (!isKnown(tag)) continue
    const bracket = text.indexOf(']', attributesStart)
    if (bracket === -1) return
    const isVoid = text[bracket - 1] === '/'
    const closing = isVoid || unclosed.has(tag) ? -1 : text.indexOf(`[/${tag}]`, bracket)
    if (closing === -1 && !isVoid) unclosed.add(tag)
    const end = closing === -1 ? bracket + 1 : closing + tag.length + 3
    const extraEnd = text[end] === ']'
    yield {
      start: found.index,
      end: extraEnd ? end + 1 : end,
      tag,
      attributes: text.slice(attributesStart, isVoid ? bracket - 1 : bracket),
      content: closing === -1 ? undefined : text.slice(bracket + 1, closing),
      extraStart: found[1] === '[',
      extraEnd,
    }
    from = extraEnd ? end + 1 : end
  }
}
