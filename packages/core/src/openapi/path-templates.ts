/** A parameter in the path of a route. */
export interface PathParameter {
  readonly name: string
  /** The regular expression of its values. */
  readonly expression: string
}

/** A path as OpenAPI has it: `/posts/{id}`, with its parameters in order. */
export interface PathTemplate {
  readonly template: string
  readonly parameters: readonly PathParameter[]
}

/** The maximum number of templates of one pattern. */
const MAX_TEMPLATES = 16

/**
 * The templates of a route's pattern: one, unless it has optional parts or alternatives outside of its parameters. A
 * parameter whose values always contain slashes becomes several ones. Values that may contain slashes are percent-encoded.
 */
export function pathTemplates(pattern: string): readonly PathTemplate[] {
  const taken = new Set(Array.from(pattern.matchAll(/\(\?P?<(\w+)>/g), ([, name]) => name))
  return templatesOf(pattern, taken)
}

function templatesOf(pattern: string, taken: Set<string | undefined>): readonly PathTemplate[] {
  let templates: PathTemplate[] = [EMPTY]
  for (const part of partsOf(pattern)) {
    const options =
      part.kind === 'group' && part.name === undefined ? alternativesOf(part, taken) : [optionOf(part, taken)]
    const all = part.kind === 'group' && part.isOptional ? [...options, EMPTY] : options
    templates = templates.flatMap(before => all.map(option => joined(before, option))).slice(0, MAX_TEMPLATES)
  }
  return templates
}

const EMPTY: PathTemplate = { template: '', parameters: [] }

const joined = (before: PathTemplate, { template, parameters }: PathTemplate): PathTemplate => ({
  template: before.template + template,
  parameters: [...before.parameters, ...parameters],
})

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'group'
      readonly name: string | undefined
      readonly expression: string
      readonly isOptional: boolean
    }

const alternativesOf = (
  { expression }: { readonly expression: string },
  taken: Set<string | undefined>,
): readonly PathTemplate[] => split(expression, '|').flatMap(each => templatesOf(each, taken))

/** `taken` are the names of the pattern, and receives those of further segments. */
function optionOf(part: Part, taken: Set<string | undefined>): PathTemplate {
  if (part.kind === 'text') return { template: part.text.replaceAll(/[{}?#]/g, encodeURIComponent), parameters: [] }
  const { name = 'part', expression } = part
  const segments = split(expression, '/')
  const free = (wanted: string): string => {
    let name = wanted
    while (taken.has(name)) name += '_'
    taken.add(name)
    return name
  }
  const names =
    segments.length === 2
      ? [free('namespace'), name]
      : segments.map((_, at) => (at === 0 ? name : free(name + (at + 1))))
  const parameters = segments.map((segment, at) => ({ name: names[at] ?? name, expression: segment }))
  return { template: parameters.map(each => `{${each.name}}`).join('/'), parameters }
}

/** Groups of the pattern, and the text between them. */
function partsOf(pattern: string): readonly Part[] {
  const parts: Part[] = []
  let text = ''
  let at = 0
  while (at < pattern.length) {
    const char = pattern.charAt(at)
    if (char === '\\') {
      text += pattern.charAt(at + 1)
      at += 2
      continue
    }
    if (char !== '(') {
      text += char
      at++
      continue
    }
    const end = closing(pattern, at)
    const inner = pattern.slice(at + 1, end)
    const head = /^\?P?(?:<(\w+)>|:)/.exec(inner)
    const after = pattern.charAt(end + 1)
    const isOptional = after === '?' || after === '*'
    if (text !== '') parts.push({ kind: 'text', text })
    text = ''
    parts.push({ kind: 'group', name: head?.[1], expression: inner.slice(head?.[0].length ?? 0), isOptional })
    at = end + (isOptional || after === '+' ? 2 : 1)
  }
  if (text !== '') parts.push({ kind: 'text', text })
  return parts
}

/** The index of the parenthesis that closes the one at `from`. */
function closing(pattern: string, from: number): number {
  let depth = 0
  for (const [at, char] of characters(pattern, from)) {
    if (char === '(') depth++
    if (char === ')' && --depth === 0) return at
  }
  return pattern.length
}

/** Splits an expression at a character outside of its groups and classes. */
function split(expression: string, at: '|' | '/'): readonly string[] {
  const parts: string[] = []
  let from = 0
  let depth = 0
  for (const [index, char] of characters(expression, 0)) {
    if (char === '(') depth++
    if (char === ')') depth--
    const isRepeated = /[?*+{]/.test(expression.charAt(index + 1))
    if (char !== at || depth > 0 || (at === '/' && isRepeated)) continue
    parts.push(expression.slice(from, index))
    from = index + 1
  }
  return [...parts, expression.slice(from)]
}

/** The characters of an expression that are neither escaped, but for slashes, nor within a class, with their indexes. */
function* characters(expression: string, from: number): Generator<readonly [at: number, char: string]> {
  let isInClass = false
  for (let at = from; at < expression.length; at++) {
    const char = expression.charAt(at)
    if (char === '\\') {
      at++
      continue
    }
    if (char === '[') isInClass = true
    else if (char === ']') isInClass = false
    else if (!isInClass) yield [at, char]
  }
}
