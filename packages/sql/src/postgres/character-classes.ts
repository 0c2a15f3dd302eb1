const LAST = 0x10ffff

const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff

let all: string | undefined

/** Every character that PostgreSQL can store, in order. */
function allCharacters(): string {
  if (all !== undefined) return all
  const parts: string[] = []
  for (let code = 1; code <= LAST; code++) if (!isSurrogate(code)) parts.push(String.fromCodePoint(code))
  all = parts.join('')
  return all
}

/** The characters of a class, such as `\p{M}`. */
export const charactersOf = (characterClass: string): readonly string[] =>
  allCharacters().match(new RegExp(characterClass, 'gu')) ?? []

/** The characters of a class as the content of a bracket expression of PostgreSQL. */
export function bracketOf(characterClass: string): string {
  const ranges: { first: number; last: number }[] = []
  for (const character of charactersOf(characterClass)) {
    const code = character.codePointAt(0) ?? 0
    const range = ranges.at(-1)
    if (range?.last === code - 1) range.last = code
    else ranges.push({ first: code, last: code })
  }
  return ranges
    .map(({ first, last }) => (first === last ? escaped(first) : `${escaped(first)}-${escaped(last)}`))
    .join('')
}

const escaped = (code: number) => `\\U${code.toString(16).padStart(8, '0')}`
