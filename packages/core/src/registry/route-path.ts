import { SchemaError } from '../schema/compile-schema.js'
import { messageOf } from '../text/message-of.js'

/** The compiled path of a route. */
export interface RoutePath {
  /** The path as discovery shows it: `/cms/v2/posts/(?P<id>[\d]+)`. */
  readonly pattern: string
  /** The regular expression that paths are matched with, in the same notation. */
  readonly expression: string
  /** Whether it has no groups, so that paths are compared for equality. */
  readonly literal: boolean
  /** The names of groups such as `{id}`, whose values are integers. */
  readonly integers: readonly string[]
  /** Returns the values of the groups; undefined if the path does not match. Case is ignored. */
  match(path: string): Record<string, string> | undefined
}

/**
 * The parameters that a path declares: a number for `{id}`, a string for `{name:regex}`, and an optional string for
 * `(?P<name>regex)`. A path that is not a literal type declares none.
 */
export type PathParams<Path extends string> = string extends Path
  ? unknown
  : (Path extends `${string}{${infer After}` ? BracedParams<After> : unknown) & NamedGroups<Path>

type BracedParams<After extends string> = After extends `${infer Group}}${infer Rest}`
  ? GroupParam<Group> & (Rest extends `${string}{${infer Next}` ? BracedParams<Next> : unknown)
  : unknown

/** The text between braces: a name, a name with its regex, or a quantifier of a regex. */
type GroupParam<Group extends string> = Group extends `${number}` | `${number},${string}` | ''
  ? unknown
  : Group extends `${infer Name}:${string}`
    ? { readonly [_ in Name]: string }
    : { readonly [_ in Group]: number }

type NamedGroups<Path extends string> = Path extends `${string}(?P<${infer Name}>${infer Rest}`
  ? { readonly [_ in Name]?: string | undefined } & NamedGroups<Rest>
  : unknown

/** A parameter in the syntax of other routers, which would be literal text here. */
const COLON_PARAMETER = /\/(:([A-Za-z_]\w*))/

/**
 * Compiles the path of a route. `{id}` matches an integer; `{name:regex}` and `(?P<name>regex)` match a regular
 * expression; all other text is literal. `shown` is the path for discovery. Throws a `SchemaError` for an invalid
 * pattern.
 */
export function compileRoutePath(path: string, shown: string = path): RoutePath {
  const integers: string[] = []
  const expression = namedGroups(path, integers)
  const pattern = shown === path ? expression : namedGroups(shown, [])
  refuseLooseBraces(path, expression)
  const colon = COLON_PARAMETER.exec(path)
  if (colon !== null) {
    throw new SchemaError(
      `the path ${path} names a parameter as "${colon[1]}"; write {${colon[2]}} for an integer, {${colon[2]}:regex} for the rest`,
    )
  }
  if (!expression.includes('(')) {
    const expected = expression.toLowerCase()
    const match = (given: string) => (given.toLowerCase() === expected ? {} : undefined)
    return { pattern, expression, literal: true, integers: [], match }
  }
  let regex: RegExp
  try {
    regex = new RegExp(`^${expression.replaceAll('(?P<', '(?<')}$`, 'i')
  } catch (cause) {
    throw new SchemaError(`the path ${path} is not a valid pattern: ${messageOf(cause)}`)
  }
  return {
    pattern,
    expression,
    literal: false,
    integers,
    match(given) {
      const found = regex.exec(given)
      return found === null ? undefined : valuesOf(found.groups)
    },
  }
}

/** Outside of character classes, braces are those of parameters, or quantifiers such as `{2,5}`; throws for others. */
function refuseLooseBraces(path: string, expression: string): void {
  const rest = expression.replace(/\\.|\[(?:\\.|[^\]\\])*(?:\]|\\?$)|\{\d+(?:,\d*)?\}/gs, '')
  const brace = /[{}]/.exec(rest)?.[0]
  if (brace === undefined) return
  throw new SchemaError(
    `the path ${path} has a "${brace}" that belongs to no parameter; write {name} for an integer, {name:regex} for the rest`,
  )
}

/** Groups that did not participate in a match are absent. */
function valuesOf(groups: Readonly<Record<string, string | undefined>> | undefined): Record<string, string> {
  const values: Record<string, string> = {}
  for (const name in groups) {
    const value = groups[name]
    if (value !== undefined) values[name] = value
  }
  return values
}

/** Replaces groups in braces by regular expressions, and adds the names of those for integers to `integers`. */
function namedGroups(path: string, integers: string[]): string {
  let out = ''
  let at = 0
  let depth = 0
  while (at < path.length) {
    const char = path[at] as string
    if (char === '\\') {
      out += path.slice(at, at + 2)
      at += 2
      continue
    }
    if (char === '(') depth++
    if (char === ')') depth--
    const name = char === '{' && depth === 0 ? /^\{([a-z_]\w*)([:}])/i.exec(path.slice(at)) : null
    if (name === null) {
      out += char
      at++
      continue
    }
    if (name[2] === '}') {
      integers.push(name[1] as string)
      out += `(?P<${name[1]}>[\\d]+)`
      at += name[0].length
      continue
    }
    const end = closingBrace(path, at)
    out += `(?P<${name[1]}>${path.slice(at + name[0].length, end)})`
    at = end + 1
  }
  return out
}

function closingBrace(path: string, from: number): number {
  let depth = 0
  for (let i = from; i < path.length; i++) {
    if (path[i] === '\\') i++
    else if (path[i] === '{') depth++
    else if (path[i] === '}' && --depth === 0) return i
  }
  throw new SchemaError(`the path ${path} has an unclosed brace`)
}
