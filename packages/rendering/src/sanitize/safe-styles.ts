import {
  ALLOWED_FUNCTIONS,
  ALLOWED_PROPERTIES,
  COLOR_FUNCTIONS,
  FILE_PROPERTIES,
  GRADIENT_PROPERTIES,
  MOVING_PROPERTIES,
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

/** Whether a value contains a negative number, or subtracts. */
const negative = /(?:^|[\s(,])-(?!-)/

/** Whether a declaration leaves an element in its place in the text. */
const staysInPlace = (declaration: string): boolean => {
  const colon = declaration.indexOf(':')
  const property = declaration.slice(0, colon).trim()
  const value = declaration.slice(colon + 1).trim()
  if (property === 'position') return value === 'static' || value === 'relative'
  if (property.startsWith('margin') || customProperty.test(property)) return !negative.test(value)
  return !MOVING_PROPERTIES.has(property)
}

/**
 * Removes the declarations of a safe style that can place an element over other parts of the page: positions and
 * offsets, transformations, layers and negative margins.
 */
export const staticStyle = (style: string): string => style.split(';').filter(staysInPlace).join(';')
