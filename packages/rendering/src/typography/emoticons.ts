/** Emoji, and the emoticons that they replace. */
const EMOJI: Readonly<Record<string, string>> = {
  '🙂': ':) :-) :smile:',
  '😉': ';) ;-) :wink:',
  '🙁': ':( :-( :sad:',
  '😀': ':D :-D :grin:',
  '😛': ':P :-P :razz:',
  '😮': ':o :-o :eek:',
  '😡': ':x :-x :mad:',
  '😐': ':| :-| :neutral:',
  '😕': ':? :-? :???:',
  '😎': '8-) :cool:',
  '😯': '8O 8-O :shock:',
  '😁': ':mrgreen:',
  '😆': ':lol:',
  '🙄': ':roll:',
  '😈': ':twisted:',
  '👿': ':evil:',
  '😥': ':cry:',
  '😳': ':oops:',
  '💡': ':idea:',
  '➡': ':arrow:',
  '❗': ':!:',
  '❓': ':?:',
}
const emojiOf = new Map(
  Object.entries(EMOJI).flatMap(([emoji, emoticons]) => emoticons.split(' ').map(each => [each, emoji])),
)

const written = [...emojiOf.keys()]
  .sort((a, b) => b.length - a.length)
  .map(emoticon => emoticon.replace(/[()|?]/g, '\\$&'))
  .join('|')
const mightHold = /(?:^|[\s\u00a0>;])(?:[:;]\S|8-?[O)])/
const emoticon = new RegExp(`(?<=^|[\\s\\u00a0]|&nbsp;)(?:${written})(?=$|[\\s\\u00a0]|&nbsp;)`, 'g')
const tag = /<!--[\s\S]*?(?:-->|$)|<[^>]*>?/g
const verbatimTag = /^<(\/?)(code|pre|style|script|textarea)(?=[\s>])/i

const replaceEmoticons = (text: string): string => text.replace(emoticon, found => emojiOf.get(found) ?? found)

const HYPHEN = 45
const EIGHT = 56
const SEMICOLON = 59
const GREATER = 62
const isEdge = (code: number): boolean => !(code > 32 && code < 128) || code === GREATER || code === SEMICOLON
const isWink = (code: number): boolean => code === SEMICOLON || code === HYPHEN
const isGlasses = (code: number): boolean => code === EIGHT || code === HYPHEN

/** Whether any occurrence of a mark directly follows a certain character. */
const followsAny = (html: string, mark: string, isBefore: (code: number) => boolean): boolean => {
  for (let index = html.indexOf(mark); index !== -1; index = html.indexOf(mark, index + 1))
    if (isBefore(html.charCodeAt(index - 1))) return true
  return false
}

/**
 * Whether a text may contain emoticons; false if it certainly does not. The first tests rule out most texts: emoticons
 * begin with a colon or end with one of these characters.
 */
export const mightContainEmoticons = (html: string): boolean =>
  (followsAny(html, ':', isEdge) || followsAny(html, ')', isWink) || followsAny(html, 'O', isGlasses)) &&
  mightHold.test(html)

/** Replaces emoticons that are separate words, such as `:)`, by emoji, except in tags and code. */
export const convertEmoticons = (html: string): string => {
  if (!mightContainEmoticons(html)) return html
  if (!html.includes('<')) return replaceEmoticons(html)
  let verbatim = ''
  let result = ''
  let done = 0
  for (const { 0: found, index } of html.matchAll(tag)) {
    // Text without a closing bracket is not a tag.
    if (!found.endsWith('>')) break
    const text = html.slice(done, index)
    result += (verbatim === '' ? replaceEmoticons(text) : text) + found
    done = index + found.length
    const [, slash, name = ''] = verbatimTag.exec(found) ?? []
    if (name === '') continue
    if (slash === '' && verbatim === '') verbatim = name.toLowerCase()
    else if (slash === '/' && verbatim === name.toLowerCase()) verbatim = ''
  }
  return result + (verbatim === '' ? replaceEmoticons(html.slice(done)) : html.slice(done))
}
