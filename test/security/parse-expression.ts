/** A regular expression, taken apart as far as its cost depends on it. */
export type Expression =
  /** One character: a literal, an escape, a class, the dot. */
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'assertion'; readonly source: string }
  | { readonly kind: 'backreference'; readonly source: string }
  | { readonly kind: 'look'; readonly behind: boolean; readonly negative: boolean; readonly body: Expression }
  | { readonly kind: 'sequence'; readonly items: readonly Expression[] }
  | { readonly kind: 'choice'; readonly options: readonly Expression[] }
  | { readonly kind: 'repeat'; readonly body: Expression; readonly min: number; readonly max: number; lazy: boolean }

const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/y
const ESCAPE = /\\(?:x[\da-fA-F]{2}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|[pP]\{[^}]*\}|c[A-Za-z]|k<\w+>|[1-9]\d*|[\s\S])/y
const CLASS = /\[(?:\\[\s\S]|[^\\\]])*\]/y
const GROUP = /\((?:\?(:|=|!|<=|<!|<\w+>))?/y

/** Parses the source of a regular expression. Throws what is beyond it: flags within groups, sets of the `v` mode. */
export function parseExpression(source: string): Expression {
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (found !== null) at = pattern.lastIndex
    return found
  }
  const whole = choice()
  if (at < source.length) throw new Error(`${source}: a parenthesis too many`)
  return whole

  function choice(): Expression {
    const options = [sequence()]
    while (source[at] === '|') {
      at++
      options.push(sequence())
    }
    return options.length === 1 ? (options[0] as Expression) : { kind: 'choice', options }
  }

  function sequence(): Expression {
    const items: Expression[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') items.push(repeated(atom()))
    return items.length === 1 ? (items[0] as Expression) : { kind: 'sequence', items }
  }

  function repeated(body: Expression): Expression {
    const found = take(QUANTIFIER)
    if (found === null) return body
    const [, sign, least, comma, most, lazy] = found
    const min = sign === undefined ? Number(least) : sign === '+' ? 1 : 0
    const open = sign === undefined ? comma === ',' && most === '' : sign !== '?'
    const max = open ? Number.POSITIVE_INFINITY : sign === '?' ? 1 : Number(most || least)
    return { kind: 'repeat', body, min, max, lazy: lazy === '?' }
  }

  function atom(): Expression {
    const char = source[at] as string
    if (char === '(') return group()
    if (char === '[') return { kind: 'character', source: (take(CLASS) ?? unreadable())[0] }
    if (char === '\\') {
      const [text] = take(ESCAPE) ?? unreadable()
      if (text === '\\b' || text === '\\B') return { kind: 'assertion', source: text }
      return { kind: /^\\(?:k<|[1-9])/.test(text) ? 'backreference' : 'character', source: text }
    }
    const [text] = [String.fromCodePoint(source.codePointAt(at) ?? 0)]
    at += text.length
    return { kind: char === '^' || char === '$' ? 'assertion' : 'character', source: text }
  }

  function group(): Expression {
    const [, sign = ':'] = take(GROUP) ?? unreadable()
    const body = choice()
    if (source[at++] !== ')') unreadable()
    if (sign === ':' || (sign.startsWith('<') && sign.endsWith('>'))) return body
    return { kind: 'look', behind: sign.startsWith('<'), negative: sign.endsWith('!'), body }
  }

  function unreadable(): never {
    throw new Error(`${source}: cannot be read at ${at}`)
  }
}
