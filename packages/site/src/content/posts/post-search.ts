import { trimCharacters } from '@platen/core'
import type { Condition, Order } from '@platen/storage'
import { conditionOf, type Right } from '../../kernel/context/index.js'
import { type PostRecord, wherePosts } from '../../kernel/records/index.js'
import type { Dialect } from '../../server/dialects/index.js'
import type { SearchedPosts, SearchedText } from './rest/searched-posts.js'

/** The searched texts of a post, by the names that clients use. */
const COLUMNS: Readonly<Record<string, SearchedText>> = {
  post_title: 'title',
  post_excerpt: 'excerpt',
  post_content: 'content',
}
/** A search with more words than this is treated as one phrase. */
const MAX_WORDS = 9
/** With more words than this, only the whole phrase in a title affects the rank. */
const MAX_RANKED_WORDS = 6

/** A text to search for, and where. */
export interface PostSearch {
  readonly text: string
  /** Names of columns; all if empty. */
  readonly columns: readonly string[]
  /** Whether the whole text of a column must be equal. */
  readonly exact: boolean
  /** The posts and texts that the caller may search. */
  readonly within: SearchedPosts
  /** How the text is read. */
  readonly dialect: Pick<Dialect, 'escapedSearches' | 'zeroIsEmpty'>
}

/** A word or quoted phrase that a search includes or excludes. */
export interface SearchWord {
  readonly text: string
  readonly unwanted: boolean
}

/** Stop words, which nearly every text contains; single letters are ignored as well. */
const EMPTY_WORDS = new Set(
  'about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'.split(
    ' ',
  ),
)
const saysNothing = (word: string) => /^[a-z]$/i.test(word) || EMPTY_WORDS.has(word.toLowerCase())

const phraseOf = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The text of a search, without backslashes that escape the next character, if the dialect supports that. */
const plainText = ({ text, dialect }: PostSearch) => (dialect.escapedSearches ? text.replace(/\\(.?)/gs, '$1') : text)

function allWords(search: PostSearch): readonly string[] {
  return [...plainText(search).matchAll(/"([^"]*)(?:"|$)|[^\s",+]+/g)]
    .map(([whole, quoted]) => trimCharacters(quoted ?? whole, `'"`))
    .filter(word => word !== '' && word !== '-' && !(search.dialect.zeroIsEmpty && word === '0'))
}

const toWord = (text: string): SearchWord =>
  text.startsWith('-') ? { text: text.slice(1), unwanted: true } : { text, unwanted: false }

/**
 * Splits a search into words: quotes group, `-` excludes. Too many words, or only stop words, are treated as one
 * phrase.
 */
function searchWords(search: PostSearch): readonly SearchWord[] {
  const words = allWords(search).filter(word => !saysNothing(word))
  if (words.length > 0 && words.length <= MAX_WORDS) return words.map(toWord)
  const phrase = phraseOf(plainText(search))
  return phrase === '' ? [] : [toWord(phrase)]
}

/** Each word occurs somewhere, excluded ones nowhere. `elsewhere` is another place to search. */
export function searchCondition(
  search: PostSearch,
  elsewhere?: (word: string, exact: boolean) => Condition<PostRecord>,
): Condition<PostRecord> | undefined {
  const columns = new Set(search.columns.length === 0 ? Object.keys(COLUMNS) : search.columns)
  const searched = new Map<Right<PostRecord>, SearchedText[]>()
  for (const name of columns) {
    const text = COLUMNS[name]
    const of = text !== undefined && search.within.of(text)
    if (of !== false && text !== undefined) searched.set(of, [...(searched.get(of) ?? []), text])
  }
  const has = (text: SearchedText, word: string) =>
    search.exact ? wherePosts.equalsText(text, word) : wherePosts.containsText(text, word)
  const anywhere = (word: string) => {
    const places = [...searched].flatMap(([of, texts]) => {
      const found = texts.map(text => has(text, word))
      return of === true ? found : [wherePosts.and(conditionOf(of), wherePosts.or(...found))]
    })
    return wherePosts.or(...places, elsewhere?.(word, search.exact))
  }
  const words = searchWords(search)
  if (words.length === 0) return undefined
  const tests = words.map(({ text, unwanted }) => (unwanted ? wherePosts.not(anywhere(text)) : anywhere(text)))
  return wherePosts.and(conditionOf(search.within.where), ...tests)
}

/** Of equally ranked results, the one that was stored first comes first. */
export const FIRST_STORED: Order<PostRecord> = { by: 'field', field: 'id', direction: 'asc' }

/**
 * The best first: the phrase in the title, all words in the title, one of them there (for a few words), the phrase in
 * excerpt or content.
 */
export function relevanceOrder(search: PostSearch): Order<PostRecord> {
  const words = searchWords(search).flatMap(({ text, unwanted }) => (unwanted ? [] : [text]))
  const phrase = phraseOf(plainText(search))
  const contains = (text: SearchedText, sought: string) => {
    const of = search.within.of(text)
    const found = wherePosts.containsText(text, sought)
    return of === true ? found : wherePosts.and(conditionOf(of), found)
  }
  const inTitle = (text: string) => contains('title', text)
  const [first] = words
  // Without included words, all results are equal.
  if (first === undefined) return { by: 'rank', conditions: [] }
  if (allWords(search).length === 1) return { by: 'rank', conditions: [inTitle(first)] }
  const inTitles =
    words.length > MAX_RANKED_WORDS ? [] : [wherePosts.and(...words.map(inTitle)), wherePosts.or(...words.map(inTitle))]
  const elsewhere = [contains('excerpt', phrase), contains('content', phrase)]
  return { by: 'rank', conditions: [inTitle(phrase), ...inTitles, ...elsewhere] }
}
