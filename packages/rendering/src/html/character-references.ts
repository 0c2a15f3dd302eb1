import { isDigit } from '../text/ascii.js'

const HASH = 35
const SEMICOLON = 59
const bareAmpersand = /&(?!#\d+;|#x[\da-f]+;|[a-z1-4]{1,8};)/gi
const looseAmpersand = /&(?=[^#])(?!.[a-z1-4]{1,8};)./gis
const reference = /&(?:#x[\da-f]+|[a-z1-4]{1,8});/iy
const looseStart = /&(?=[^#])(?!.[a-z1-4]{1,8};)./isy

/** Whether a character reference begins at an index. */
export const isReference = (text: string, index: number): boolean => {
  if (text.charCodeAt(index + 1) === HASH && isDigit(text.charCodeAt(index + 2))) {
    let end = index + 3
    while (isDigit(text.charCodeAt(end))) end++
    return text.charCodeAt(end) === SEMICOLON
  }
  reference.lastIndex = index
  return reference.test(text)
}

/** Escapes ampersands that are not part of character references. */
export const escapeAmpersands = (text: string): string => {
  for (let index = text.indexOf('&'); index !== -1; index = text.indexOf('&', index + 1))
    if (!isReference(text, index)) return text.replace(bareAmpersand, '&#038;')
  return text
}

/** Escapes the ampersands that typography leaves in code and comments. */
export const escapeLooseAmpersands = (text: string): string => {
  for (let index = text.indexOf('&'); index !== -1; index = text.indexOf('&', index + 1)) {
    if (text.charCodeAt(index + 1) === HASH) continue
    looseStart.lastIndex = index
    if (looseStart.test(text)) return text.replace(looseAmpersand, found => `&#038;${found.slice(1)}`)
  }
  return text
}
