import { blockPattern } from '../../../kernel/blocks/index.js'
import { ThemeError } from '../../theme-json/index.js'
import { readFileHeader } from './file-header.js'
import { outputCalls, type PatternUrls, valueCalls } from './pattern-calls.js'
import { readSection, type Token } from './pattern-tokens.js'
import type { ThemePattern } from './theme.js'

const LISTS = [
  ['categories', 'categories'],
  ['keywords', 'keywords'],
  ['blockTypes', 'block types'],
  ['postTypes', 'post types'],
  ['templateTypes', 'template types'],
] as const

const YES = ['yes', 'true']

/** A list in a header, with commas or spaces between its members; `undefined` for none. */
const listIn = (value: string | undefined): readonly string[] | undefined =>
  value === undefined || value === '' ? undefined : value.split(/[\s,]+/).filter(part => part !== '')

/** Reads a pattern's file: its header, and its markup without code. Throws a `ThemeError` without a title or slug. */
export function readPattern(file: string, text: string, urls: PatternUrls): ThemePattern {
  const header = readFileHeader(text)
  const title = header.get('title') ?? ''
  const slug = header.get('slug') ?? ''
  if (title === '') throw new ThemeError(file, 'the header has no "Title"')
  if (!/^\P{Cc}{1,200}$/u.test(slug)) throw new ThemeError(file, 'the header has no valid "Slug"')
  const width = Number.parseInt(header.get('viewport width') ?? '', 10)
  const inserter = header.get('inserter')?.toLowerCase()
  return blockPattern(slug, {
    title,
    content: patternMarkup(text, urls),
    description: header.get('description') ?? '',
    ...(Number.isSafeInteger(width) && width !== 0 && { viewportWidth: width }),
    ...(inserter !== undefined && inserter !== '' && { inserter: YES.includes(inserter) }),
    ...Object.fromEntries(
      LISTS.map(([key, name]) => [key, listIn(header.get(name))] as const).filter(([, list]) => list !== undefined),
    ),
  })
}

/** The maximum depth of nested calls that are evaluated. */
const MAX_DEPTH = 30

/** Keywords and characters of control flow: a section that contains them is not evaluated. */
const CONTROL = new Set([
  'if',
  'else',
  'elseif',
  'for',
  'foreach',
  'while',
  'switch',
  'function',
  'fn',
  'return',
  'exit',
])

/** A reader of the tokens of one statement. */
function createExpressions(tokens: readonly Token[], urls: PatternUrls) {
  let at = 0
  const isMark = (text: string) => {
    const token = tokens[at]
    return token?.kind === 'mark' && token.text === text
  }
  const takeMark = (text: string): boolean => {
    if (!isMark(text)) return false
    at += 1
    return true
  }

  /** The values between parentheses; `undefined` if one cannot be evaluated. */
  const values = (depth: number): readonly string[] | undefined => {
    if (!takeMark('(')) return undefined
    const parts: string[] = []
    while (!takeMark(')')) {
      const value = expression(depth + 1)
      if (value === undefined) return undefined
      parts.push(value)
      if (!takeMark(',') && !isMark(')')) return undefined
    }
    return parts
  }
  const term = (depth: number): string | undefined => {
    if (depth > MAX_DEPTH) return undefined
    const token = tokens[at]
    if (token?.kind === 'text') {
      at += 1
      return token.text
    }
    if (token?.kind === 'name') {
      at += 1
      const call = valueCalls.get(token.text)
      const args = call && values(depth)
      return args && call?.(args, urls)
    }
    const [inner, ...rest] = values(depth) ?? []
    return rest.length === 0 ? inner : undefined
  }
  /** Terms with `.` between them. */
  function expression(depth: number): string | undefined {
    let text = term(depth)
    while (text !== undefined && takeMark('.')) {
      const next = term(depth)
      text = next === undefined ? undefined : text + next
    }
    return text
  }
  return {
    /** The output of the statement; empty if its value cannot be evaluated. */
    output(): string {
      const token = tokens[at]
      if (token?.kind !== 'name') return ''
      const call = outputCalls.get(token.text)
      at += 1
      if (call !== undefined) {
        const texts = values(0)
        return (texts && at === tokens.length && valueCalls.get(call)?.(texts, urls)) || ''
      }
      if (token.text !== 'echo' && token.text !== 'print') return ''
      let written = ''
      do {
        const value = expression(0)
        if (value === undefined) return ''
        written += value
      } while (takeMark(','))
      return at === tokens.length ? written : ''
    },
  }
}

/** The output of a section of code, as far as it can be evaluated without running it. */
function sectionOutput(tokens: readonly Token[], urls: PatternUrls): string {
  if (tokens.some(token => token.kind === 'name' && CONTROL.has(token.text))) return ''
  if (tokens.some(token => token.kind === 'mark' && (token.text === '{' || token.text === '}'))) return ''
  let written = ''
  let from = 0
  for (let at = 0; at <= tokens.length; at++) {
    const token = tokens[at]
    if (token !== undefined && !(token.kind === 'mark' && token.text === ';')) continue
    written += createExpressions(tokens.slice(from, at), urls).output()
    from = at + 1
  }
  return written
}

/**
 * The markup of a pattern's file. Its code is never run: calls that output translated texts or URLs are replaced by
 * their output, and all other code is dropped.
 */
function patternMarkup(file: string, urls: PatternUrls): string {
  const sections = /<\?(?:php(?=\s|$)|=)/gi
  let markup = ''
  let from = 0
  for (let open = sections.exec(file); open !== null; open = sections.exec(file)) {
    markup += file.slice(from, open.index)
    const { tokens, end } = readSection(file, sections.lastIndex)
    const writes: Token = { kind: 'name', text: 'echo' }
    markup += sectionOutput(open[0] === '<?=' ? [writes, ...tokens] : tokens, urls)
    // The end of a section includes the line break after it.
    from = file.startsWith('\r\n', end) ? end + 2 : file.startsWith('\n', end) ? end + 1 : end
    sections.lastIndex = from
  }
  return markup + file.slice(from)
}
