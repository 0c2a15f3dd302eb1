import {
  ALLOWED_FUNCTIONS,
  ALLOWED_PROPERTIES,
  COLOR_FUNCTIONS,
  FILE_PROPERTIES,
  GRADIENT_PROPERTIES,
} from './allowed-styles.js'
import { CONTROL_CHARACTERS, isSafeUrl } from './safe-urls.js'

const customProperty = /^--[\w-]+$/
const gradient = /^(?:-webkit-|-moz-|-o-)?(?:repeating-)?(?:linear|radial|conic)-gradient$/
const neverSafe = /[\\=&}]|\/\*/
const isNamePart = /[\w-]/
const file = /url\(\s*(?:"([^"]*)"\s*|'([^']*)'\s*|([^\s"'()][^"'()]*)?)\)/g

const dropFiles = (value: string): string =>
  value.replace(file, (found, double?: string, single?: string, bare?: string) => {
    const url = (double ?? single ?? bare ?? '').trim()
    return url !== '' && isSafeUrl(url) ? '' : found
  })

/** The names of the functions in a value; an empty name for a parenthesis without one. */
function* functionNames(value: string): Generator<string> {
  for (let bracket = value.indexOf('('); bracket !== -1; bracket = value.indexOf('(', bracket + 1)) {
    let start = bracket
    while (start > 0 && isNamePart.test(value.charAt(start - 1))) start--
    yield value.slice(start, bracket)
  }
}

const isBalanced = (value: string): boolean => {
  let depth = 0
  for (const character of value) {
    if (character === '(') depth++
    else if (character === ')' && depth > 0) depth--
  }
  return depth === 0
}

const hasSafeFunctions = (value: string, allowsGradient: boolean): boolean => {
  let seenGradient = false
  for (const name of functionNames(value)) {
    if (allowsGradient && gradient.test(name)) seenGradient = true
    else if (name !== '' && !ALLOWED_FUNCTIONS.has(name) && !(seenGradient && COLOR_FUNCTIONS.has(name))) return false
  }
  return isBalanced(value)
}

const isSafeDeclaration = (declaration: string): boolean => {
  const colon = declaration.indexOf(':')
  const property = colon === -1 ? '' : declaration.slice(0, colon).trim()
  const isCustom = customProperty.test(property)
  if (colon !== -1 && !isCustom && !ALLOWED_PROPERTIES.has(property)) return false
  const value = declaration.slice(colon + 1)
  const rest = isCustom || FILE_PROPERTIES.has(property) ? dropFiles(value) : value
  return !neverSafe.test(rest) && hasSafeFunctions(rest, isCustom || GRADIENT_PROPERTIES.has(property))
}

/** Removes the declarations of an inline style that filtered HTML may not have. */
export const safeStyle = (style: string): string =>
  style
    .replace(CONTROL_CHARACTERS, '')
    .split(';')
    .map(declaration => declaration.trim())
    .filter(declaration => declaration !== '' && isSafeDeclaration(declaration))
    .join(';')
