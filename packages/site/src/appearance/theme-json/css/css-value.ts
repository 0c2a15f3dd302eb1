import { isSafeUrl } from '@platen/rendering'

/** No designer writes a longer value. */
const MAX_LENGTH = 4000

/**
 * The allowed functions in values, besides gradients. None of them runs code or loads a file, except `url`, whose URL
 * is checked.
 */
const FUNCTIONS = new Set(
  `var env calc min max clamp round mod rem abs sign sqrt pow hypot log exp sin cos tan fit-content minmax repeat
   rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark
   blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
   translate translatex translatey scale scalex scaley rotate skew matrix perspective
   circle ellipse inset polygon path rect xywh cubic-bezier steps linear counter url`.split(/\s+/),
)
const gradient = /^(?:repeating-)?(?:linear|radial|conic)-gradient$/

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused
const neverInValues = /[\0-\x1f\x7f\\{};@<]|\/\*|\*\//
const isNamePart = (character: string): boolean => /[\w-]/.test(character)
const imageData = /^data:image\/(?:png|gif|jpeg|webp|avif);base64,[\w+/=]*$/

/** Whether CSS may load a URL: one with a safe scheme, a relative one, a fragment or an image in the URL itself. */
export const isSafeFile = (url: string): boolean => imageData.test(url) || isSafeUrl(url)

/** The end of a quoted text that begins at an index, without its quotes; -1 if it does not end. */
const endOfQuote = (value: string, start: number): number => value.indexOf(value.charAt(start), start + 1)

/** The file of `url(…)` whose bracket is at an index, and the index of its closing bracket. */
function fileAt(value: string, bracket: number): { readonly url: string; readonly end: number } | undefined {
  let start = bracket + 1
  while (value.charAt(start) === ' ') start++
  const quote = value.charAt(start)
  const isQuoted = quote === '"' || quote === "'"
  const endQuote = isQuoted ? endOfQuote(value, start) : -1
  if (isQuoted && endQuote === -1) return undefined
  const end = value.indexOf(')', isQuoted ? endQuote : start)
  if (end === -1) return undefined
  if (isQuoted)
    return value.slice(endQuote + 1, end).trim() === '' ? { url: value.slice(start + 1, endQuote), end } : undefined
  const url = value.slice(start, end).trim()
  return /["'(\s]/.test(url) ? undefined : { url, end }
}

/**
 * Whether a text is exactly one value of a declaration: it has no character that ends one, its quotes and brackets are
 * closed, and its functions are known. Takes linear time.
 */
export function isSafeValue(value: string): boolean {
  if (value.length > MAX_LENGTH || value.trim() === '' || neverInValues.test(value)) return false
  let open = 0
  let name = ''
  for (let at = 0; at < value.length; at++) {
    const character = value.charAt(at)
    if (isNamePart(character)) {
      name += character
      continue
    }
    if (character === '"' || character === "'") {
      const end = endOfQuote(value, at)
      if (end === -1) return false
      at = end
    } else if (character === '(') {
      const called = name.toLowerCase()
      if (called !== '' && !FUNCTIONS.has(called) && !gradient.test(called)) return false
      if (called === 'url') {
        const file = fileAt(value, at)
        if (file === undefined || !isSafeFile(file.url)) return false
        at = file.end
      } else open++
    } else if (character === ')') {
      open--
      if (open < 0) return false
    }
    name = ''
  }
  return open === 0
}

/** The text of a value as CSS; `undefined` if it is not a value or not safe. */
export function cssValue(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return isSafeValue(text) ? text : undefined
}

/**
 * A name in the form of custom properties and classes: `xLarge2` becomes `x-large-2`. Empty if no character of it is
 * allowed.
 */
export const kebabCase = (name: string): string =>
  name
    .slice(0, 200)
    .replace(/([a-z])(?=[A-Z0-9])|([0-9])(?=[A-Za-z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2$3-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
