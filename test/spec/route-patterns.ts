/** A part of the pattern of a route: literal text, or a group. */
type Part = string | { readonly name: string; readonly source: string }

/** The index behind the parenthesis that closes the one at an index; brackets within classes do not count. */
function afterGroup(pattern: string, from: number): number {
  let depth = 0
  let inClass = false
  for (let i = from; i < pattern.length; i++) {
    const character = pattern[i]
    if (character === '\\') i++
    else if (inClass) inClass = character !== ']'
    else if (character === '[') inClass = true
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return i + 1
  }
  throw new Error(`${pattern} has a group that is not closed`)
}

function partsOf(pattern: string): readonly Part[] {
  const parts: Part[] = []
  let at = 0
  while (at < pattern.length) {
    const next = pattern.indexOf('(?P<', at)
    if (next < 0) return [...parts, pattern.slice(at)]
    const end = afterGroup(pattern, next)
    const source = pattern.slice(next, end).replace('?P<', '?<')
    parts.push(pattern.slice(at, next), { name: /<(\w+)>/.exec(source)?.[1] ?? '', source })
    at = end
  }
  return parts
}

/** The pattern of a route as the specification writes it: `/posts/(?P<id>[\d]+)` as `/posts/{id}`. */
export const simplified = (pattern: string): string =>
  partsOf(pattern)
    .map(part => (typeof part === 'string' ? part : `{${part.name}}`))
    .join('')

const VALUES = ['1', 'x', 'x/x', 'x//x', 'post', '00000000-0000-4000-8000-000000000000']

/** A path that the pattern of a route matches. */
export const samplePath = (pattern: string): string =>
  partsOf(pattern)
    .map(part => {
      if (typeof part === 'string') return part
      const expression = new RegExp(`^${part.source}$`)
      const value = VALUES.find(each => expression.test(each))
      if (value === undefined) throw new Error(`no value is like ${part.source}`)
      return value
    })
    .join('')
