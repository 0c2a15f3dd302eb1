/** A part of the code in a pattern's file. */
export type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'name'; readonly text: string }
  /** Punctuation, one character at a time. */
  | { readonly kind: 'mark'; readonly text: string }
  /** A value that would require running code: a variable, or a text with variables. */
  | { readonly kind: 'unknown' }

/** The tokens of one section of code, and where the markup after it begins. */
export interface CodeSection {
  readonly tokens: readonly Token[]
  readonly end: number
}

const NAME = /[A-Za-z_\\][\w\\]*/y
const NUMBER = /\d[\w.]*/y
const VARIABLE = /\$\w*/y

/** The end of a comment or text that begins at `from`: behind `close`, or the end of the file. */
function behind(code: string, close: string, from: number): number {
  const at = code.indexOf(close, from)
  return at < 0 ? code.length : at + close.length
}

/** A comment to the end of the line, or to the end of the section. */
function lineCommentEnd(code: string, from: number): number {
  for (let at = from; at < code.length; at++) {
    if (code[at] === '\n' || code.startsWith('?>', at)) return at
  }
  return code.length
}

/** A text in quotes that begins at `from`; undefined for one in double quotes that contains variables or escapes. */
function quoted(code: string, from: number): { readonly end: number; readonly text: string | undefined } {
  const quote = code[from]
  let text = ''
  let isPlain = true
  let at = from + 1
  for (; at < code.length && code[at] !== quote; at++) {
    const next = code[at + 1]
    if (code[at] === '\\' && (next === quote || next === '\\')) {
      text += next
      at += 1
      continue
    }
    if (quote === '"' && (code[at] === '$' || code[at] === '\\')) isPlain = false
    text += code[at]
  }
  return { end: at + 1, text: isPlain && at < code.length ? text : undefined }
}

/** The end of a match of a sticky expression at `at`; `at` without one. */
function matchEnd(pattern: RegExp, code: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(code) ? pattern.lastIndex : at
}

/** Reads the tokens of the section whose code begins at `from`, up to `?>`. */
export function readSection(code: string, from: number): CodeSection {
  const tokens: Token[] = []
  let at = from
  while (at < code.length) {
    const two = code.slice(at, at + 2)
    if (two === '?>') return { tokens, end: at + 2 }
    const character = two.charAt(0)
    if (two === '/*') at = behind(code, '*/', at + 2)
    else if (two === '//' || character === '#') at = lineCommentEnd(code, at)
    else if (character === "'" || character === '"') {
      const { end, text } = quoted(code, at)
      tokens.push(text === undefined ? { kind: 'unknown' } : { kind: 'text', text })
      at = end
    } else if (/\s/.test(character)) at += 1
    else {
      const name = matchEnd(NAME, code, at)
      const other = Math.max(matchEnd(NUMBER, code, at), matchEnd(VARIABLE, code, at))
      if (name > at) tokens.push({ kind: 'name', text: code.slice(at, name).replace(/^\\/, '').toLowerCase() })
      else if (other > at) {
        const text = code.slice(at, other)
        tokens.push(/^\d+$/.test(text) ? { kind: 'text', text } : { kind: 'unknown' })
      } else tokens.push({ kind: 'mark', text: character })
      at = Math.max(name, other, at + 1)
    }
  }
  return { tokens, end: code.length }
}
