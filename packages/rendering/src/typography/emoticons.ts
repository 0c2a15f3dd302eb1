/** Faces written in characters, and the character that shows them. */
const SMILEYS: Readonly<Record<string, string>> = {
  ':)': '🙂',
  ':-)': '🙂',
  ':smile:': '🙂',
  ';)': '😉',
  ';-)': '😉',
  ':wink:': '😉',
  ':(': '🙁',
  ':-(': '🙁',
  ':sad:': '🙁',
  ':D': '😀',
  ':-D': '😀',
  ':grin:': '😀',
  ':P': '😛',
  ':-P': '😛',
  ':razz:': '😛',
  ':o': '😮',
  ':-o': '😮',
  ':eek:': '😮',
  ':x': '😡',
  ':-x': '😡',
  ':mad:': '😡',
  ':|': '😐',
  ':-|': '😐',
  ':neutral:': '😐',
  ':?': '😕',
  ':-?': '😕',
  ':???:': '😕',
  '8-)': '😎',
  ':cool:': '😎',
  '8O': '😯',
  '8-O': '😯',
  ':shock:': '😯',
  ':lol:': '😆',
  ':roll:': '🙄',
  ':twisted:': '😈',
  ':evil:': '👿',
  ':cry:': '😥',
  ':oops:': '😳',
  ':idea:': '💡',
  ':arrow:': '➡',
  ':!:': '❗',
  ':?:': '❓',
}

const written = Object.keys(SMILEYS)
  .sort((a, b) => b.length - a.length)
  .map(face => face.replace(/[()|?]/g, '\\$&'))
  .join('|')
const mightHold = /(?:^|[\s\u00a0>;])(?:[:;]\S|8-?[O)])/
const smiley = new RegExp(`(?<=^|[\\s\\u00a0]|&nbsp;)(?:${written})(?=$|[\\s\\u00a0]|&nbsp;)`, 'g')
const tag = /<!--[\s\S]*?(?:-->|$)|<[^>]*>?/g
const verbatimTag = /^<(\/?)(code|pre|style|script|textarea)(?=[\s>])/i

const showFaces = (text: string): string => text.replace(smiley, face => SMILEYS[face] ?? face)

const HYPHEN = 45
const EIGHT = 56
const SEMICOLON = 59
const GREATER = 62
const isEdge = (code: number): boolean => !(code > 32 && code < 128) || code === GREATER || code === SEMICOLON
const isWink = (code: number): boolean => code === SEMICOLON || code === HYPHEN
const isGlasses = (code: number): boolean => code === EIGHT || code === HYPHEN

/** Whether a mark stands anywhere right after a character of some kind. */
const standsAfter = (html: string, mark: string, isBefore: (code: number) => boolean): boolean => {
  for (let index = html.indexOf(mark); index !== -1; index = html.indexOf(mark, index + 1))
    if (isBefore(html.charCodeAt(index - 1))) return true
  return false
}

/**
 * Whether a text may hold faces; false when it holds none for certain. Most texts have none of the marks that are looked
 * for first: faces begin with a colon or end like these.
 */
export const mightHoldSmileys = (html: string): boolean =>
  (standsAfter(html, ':', isEdge) || standsAfter(html, ')', isWink) || standsAfter(html, 'O', isGlasses)) &&
  mightHold.test(html)

/** Shows faces that stand by themselves in a text, such as `:)`, as characters; tags and code stay. */
export const showSmileys = (html: string): string => {
  if (!mightHoldSmileys(html)) return html
  if (!html.includes('<')) return showFaces(html)
  let verbatim = ''
  let result = ''
  let done = 0
  for (const { 0: found, index } of html.matchAll(tag)) {
    const text = html.slice(done, index)
    result += (verbatim === '' ? showFaces(text) : text) + found
    done = index + found.length
    const [, slash, name = ''] = verbatimTag.exec(found) ?? []
    if (name === '') continue
    if (slash === '' && verbatim === '') verbatim = name.toLowerCase()
    else if (slash === '/' && verbatim === name.toLowerCase()) verbatim = ''
  }
  return result + (verbatim === '' ? showFaces(html.slice(done)) : html.slice(done))
}
