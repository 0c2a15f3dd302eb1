/** The attributes of a shortcode. */
export interface ShortcodeAttributes {
  /** The values by lower-case name: `name="value"`. */
  readonly named: Readonly<Record<string, string>>
  /** Values without a name, in order. */
  readonly positional: readonly string[]
}

/** A shortcode in a text. */
export interface ShortcodeMatch {
  readonly start: number
  readonly end: number
  readonly tag: string
  readonly attributes: string
  /** The enclosed text; `undefined` without a closing tag. */
  readonly content: string | undefined
  /** Whether it has a second bracket at its start or end. If it has both, it is shown literally. */
  readonly extraStart: boolean
  readonly extraEnd: boolean
}

const opening = /\[(\[?)([\w-]+)(?![\w-])/g
const anyTag = /\[[[/]?([\w-]+)/g
const space = /\s*/y
const namedValue = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s'"]+))(?!\S)/y
const quotedValue = /"([^"]*)"(?!\S)|'([^']*)'(?!\S)/y
const bareValue = /\S+/y
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

/** The value of an attribute, and its name if it has one. */
interface Part {
  readonly name: string | undefined
  readonly value: string
  readonly end: number
}

const match = (pattern: RegExp, text: string, index: number): RegExpExecArray | null => {
  pattern.lastIndex = index
  return pattern.exec(text)
}

const readPart = (text: string, index: number): Part | undefined => {
  const named = match(namedValue, text, index)
  if (named !== null)
    return { name: named[1], value: named[2] ?? named[3] ?? named[4] ?? '', end: namedValue.lastIndex }
  const quoted = match(quotedValue, text, index)
  if (quoted !== null) return { name: undefined, value: quoted[1] ?? quoted[2] ?? '', end: quotedValue.lastIndex }
  const bare = match(bareValue, text, index)
  return bare === null ? undefined : { name: undefined, value: bare[0], end: bareValue.lastIndex }
}

const skipSpace = (text: string, index: number): number => {
  match(space, text, index)
  return space.lastIndex
}

/** Parses shortcode attributes: `name="a"`, `name='a'`, `name=a`, or unnamed values. Decodes backslash escapes. */
export const parseShortcodeAttributes = (written: string): ShortcodeAttributes => {
  const named: Record<string, string> = Object.create(null)
  const positional: string[] = []
  const text = written.replace(unusualSpace, ' ')
  for (let part = readPart(text, skipSpace(text, 0)); part !== undefined; ) {
    const value = readValue(part.value)
    if (part.name === undefined) positional.push(value)
    else named[part.name.toLowerCase()] = value
    part = readPart(text, skipSpace(text, part.end))
  }
  return { named, positional }
}

/** Whether a text may contain a shortcode with one of the given names, or a part of one. */
export const mayHoldShortcodes = (text: string, tags: ReadonlySet<string>): boolean => {
  if (tags.size === 0 || !text.includes('[')) return false
  anyTag.lastIndex = 0
  for (let found = anyTag.exec(text); found !== null; found = anyTag.exec(text)) {
    if (tags.has(found[1] as string)) return true
  }
  return false
}

/** Finds the shortcodes in a text, from left to right, except shortcodes in the content of another one. */
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
