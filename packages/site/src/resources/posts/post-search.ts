import { trimCharacters, WHITE_SPACE } from '@platen/core'
import { type Condition, type FieldOf, type Order, type PostRecord, where } from '../../storage/index.js'

const { posts } = where

/** The texts of a post that a search looks at, by the names that clients know. */
const COLUMNS: Readonly<Record<string, FieldOf<PostRecord>>> = {
  post_title: 'title',
  post_excerpt: 'excerpt',
  post_content: 'content',
}
/** A search with more words than this is looked for as one phrase. */
const MAX_WORDS = 9

/** A text to look for, and where. */
export interface PostSearch {
  readonly text: string
  /** Names of columns; none: all of them. */
  readonly columns: readonly string[]
  /** Whether the whole text of a column must be equal. */
  readonly exact: boolean
}

/** A word, or what stood in quotes, that a search looks for or does not want. */
export interface SearchWord {
  readonly text: string
  readonly unwanted: boolean
}

/** Words that nearly every text has say nothing; so do single letters. */
const EMPTY_WORDS = new Set(
  'about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'.split(
    ' ',
  ),
)
const saysNothing = (word: string) => /^[a-z]$/i.test(word) || EMPTY_WORDS.has(word.toLowerCase())

const phraseOf = (text: string) => text.replace(/\s+/g, ' ').trim()

function allWords(text: string): readonly string[] {
  return [...text.matchAll(/"([^"]*)(?:"|$)|[^\s",+]+/g)]
    .map(([whole, quoted]) => trimCharacters(quoted ?? whole, `${WHITE_SPACE}'"`))
    .filter(word => word !== '' && word !== '-')
}

/**
 * Splits a search into words; what stands in quotes is one word, what begins with `-` is not wanted. Too many words, or
 * none that says anything, are looked for as one phrase.
 */
function searchWords(text: string): readonly SearchWord[] {
  const words = allWords(text).filter(word => !saysNothing(word))
  const phrase = phraseOf(text)
  if (words.length === 0 || words.length > MAX_WORDS) return phrase === '' ? [] : [{ text: phrase, unwanted: false }]
  return words.map(word =>
    word.startsWith('-') ? { text: word.slice(1), unwanted: true } : { text: word, unwanted: false },
  )
}

/** The condition of a search: every word somewhere; a word with a minus nowhere. `elsewhere` is a further place to look. */
export function searchCondition(
  search: PostSearch,
  elsewhere?: (word: string, exact: boolean) => Condition<PostRecord>,
): Condition<PostRecord> | undefined {
  const columns = new Set(search.columns.length === 0 ? Object.keys(COLUMNS) : search.columns)
  const fields = [...columns].flatMap(name => COLUMNS[name] ?? [])
  const has = (field: FieldOf<PostRecord>, word: string) =>
    search.exact ? posts.equalsText(field, word) : posts.containsText(field, word)
  const words = searchWords(search.text)
  if (words.length === 0) return undefined
  return posts.and(
    ...words.map(({ text, unwanted }) => {
      const anywhere = posts.or(...fields.map(field => has(field, text)), elsewhere?.(text, search.exact))
      return unwanted ? posts.not(anywhere) : anywhere
    }),
  )
}

/** The best first: the phrase in the title, all words in the title, one of them there, the phrase in excerpt or content. */
export function relevanceOrder(search: PostSearch): Order<PostRecord> {
  const words = searchWords(search.text).flatMap(({ text, unwanted }) => (unwanted ? [] : [text]))
  const phrase = phraseOf(search.text)
  const inTitle = (text: string) => posts.containsText('title', text)
  const conditions =
    words.length === 0 || allWords(search.text).length === 1
      ? [inTitle(words[0] ?? phrase)]
      : [
          inTitle(phrase),
          posts.and(...words.map(inTitle)),
          posts.or(...words.map(inTitle)),
          posts.containsText('excerpt', phrase),
          posts.containsText('content', phrase),
        ]
  return { by: 'rank', conditions }
}
