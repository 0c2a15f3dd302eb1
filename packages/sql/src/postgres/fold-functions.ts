import { fold, foldKey } from '@platen/storage'

/** An SQL function of one text. */
export interface TextFunction {
  readonly name: string
  /** The statement that creates it. */
  definition(): string
}

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
const charactersOf = (characterClass: string): readonly string[] =>
  allCharacters().match(new RegExp(characterClass, 'gu')) ?? []

/** The characters of a class as the content of a bracket expression of PostgreSQL. */
function bracketOf(characterClass: string): string {
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

/** Almost all characters that fold to something else; those of China and Korea do not, or are decomposed before. */
const FOLDABLE = '(?![\\p{sc=Han}\\p{sc=Hangul}])[\\p{L}\\p{M}\\p{N}\\p{S}\\p{Cf}]'

/** The characters that a function replaces by another text, as JSON. */
function replacedBy(replace: (character: string) => string): string {
  const replaced = charactersOf(FOLDABLE).map(character => [character, replace(character)] as const)
  return JSON.stringify(Object.fromEntries(replaced.filter(([character, by]) => character !== by)))
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

const replaceAll = (text: string, pattern: string, by: string) =>
  `regexp_replace(${text}, ${literal(pattern)}, ${literal(by)}, 'g')`

/** Looks up each character: `translate` would compare it with all of them. */
const replaceEach = (text: string, replace: (character: string) => string) =>
  `(select coalesce(string_agg(coalesce(${literal(replacedBy(replace))}::jsonb ->> one, one), '' order by place), '') from unnest(string_to_array(${text}, null)) with ordinality as each (one, place))`

function textFunction(name: string, beyondAscii: () => string): TextFunction {
  let made: string | undefined
  const make = () => {
    const body = `select case when octet_length($1) = char_length($1) then lower($1 collate "C") else ${beyondAscii()} end`
    return `create function ${name}(text) returns text language sql immutable strict parallel safe as $body$${body}$body$`
  }
  return {
    name,
    definition() {
      made ??= make()
      return made
    },
  }
}

/** The text with the first thirty marks of each letter: sorting marks takes quadratic time. */
const settled = (marks: string) => replaceAll('$1', `([${marks}]{30})[${marks}]+`, '\\1')

/** Its parts follow those of `fold`, which is asked about single characters. The name contains its version. */
export const foldFunction = textFunction('platen_fold_2', () => {
  const marks = bracketOf('\\p{M}')
  const accented = bracketOf('[\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Hiragana}\\p{sc=Katakana}]')
  const dots = bracketOf('[\\u093c\\u09bc\\u0a3c\\u0abc\\u0b3c\\u0cbc]')
  const decomposed = `normalize(translate(${settled(marks)}, 'Ŀŀ', 'll'), NFKD)`
  const plain = replaceAll(decomposed, `([${accented}])[${marks}]+|[${dots}]`, '\\1')
  return replaceEach(`normalize(${plain}, NFC)`, fold)
})

/** Its parts follow those of `foldKey`, which is asked about single characters, and never changes. */
export const foldKeyFunction = textFunction('platen_fold_key', () => {
  const marks = bracketOf('\\p{M}')
  const ignorable = bracketOf('\\p{Case_Ignorable}')
  const cased = bracketOf('(?!\\p{Case_Ignorable})\\p{Cased}')
  const bare = replaceAll(`normalize(${settled(marks)}, NFD)`, `[${marks}]+`, '')
  const finalSigma = `([${cased}][${ignorable}]*)Σ(?![${ignorable}]*[${cased}])`
  return replaceEach(replaceAll(bare, finalSigma, '\\1ς'), foldKey)
})
