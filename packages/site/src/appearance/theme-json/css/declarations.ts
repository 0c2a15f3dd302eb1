import { isMap } from '../../../kernel/text/index.js'
import { valueAt } from '../json-map.js'
import type { JsonObject } from '../theme-json.js'
import { resolveVariable } from '../variables.js'
import { cssValue, isSafeFile } from './css-value.js'

/** A declaration: a property and its value. */
export type Declaration = readonly [property: string, value: string]

const SIDES = ['top', 'right', 'bottom', 'left'] as const
const CORNERS = { topLeft: 'top-left', topRight: 'top-right', bottomRight: 'bottom-right', bottomLeft: 'bottom-left' }

/** The properties that a style sets, by its path. */
const PROPERTIES: readonly (readonly [path: string, property: string])[] = [
  ['color.background', 'background-color'],
  ['color.text', 'color'],
  ['color.gradient', 'background'],
  ['background.gradient', 'background'],
  ['background.backgroundPosition', 'background-position'],
  ['background.backgroundRepeat', 'background-repeat'],
  ['background.backgroundSize', 'background-size'],
  ['background.backgroundAttachment', 'background-attachment'],
  ['border.color', 'border-color'],
  ['border.style', 'border-style'],
  ['border.width', 'border-width'],
  ['dimensions.aspectRatio', 'aspect-ratio'],
  ['dimensions.height', 'height'],
  ['dimensions.minHeight', 'min-height'],
  ['dimensions.minWidth', 'min-width'],
  ['dimensions.width', 'width'],
  ['filter.duotone', 'filter'],
  ['outline.color', 'outline-color'],
  ['outline.offset', 'outline-offset'],
  ['outline.style', 'outline-style'],
  ['outline.width', 'outline-width'],
  ['shadow', 'box-shadow'],
  ['typography.fontFamily', 'font-family'],
  ['typography.fontSize', 'font-size'],
  ['typography.fontStyle', 'font-style'],
  ['typography.fontWeight', 'font-weight'],
  ['typography.letterSpacing', 'letter-spacing'],
  ['typography.lineHeight', 'line-height'],
  ['typography.textAlign', 'text-align'],
  ['typography.textColumns', 'column-count'],
  ['typography.textDecoration', 'text-decoration'],
  ['typography.textIndent', 'text-indent'],
  ['typography.textShadow', 'text-shadow'],
  ['typography.textTransform', 'text-transform'],
  ['typography.writingMode', 'writing-mode'],
  ...SIDES.flatMap(side =>
    ['color', 'style', 'width'].map(part => [`border.${side}.${part}`, `border-${side}-${part}`] as const),
  ),
]

/** The styles of a side or corner each, or of all of them at once. */
const BOXES: readonly (readonly [path: string, property: string, parts: Readonly<Record<string, string>>])[] = [
  ['spacing.margin', 'margin', Object.fromEntries(SIDES.map(side => [side, `margin-${side}`]))],
  ['spacing.padding', 'padding', Object.fromEntries(SIDES.map(side => [side, `padding-${side}`]))],
  [
    'border.radius',
    'border-radius',
    Object.fromEntries(Object.entries(CORNERS).map(([corner, name]) => [corner, `border-${name}-radius`])),
  ],
]

const paths = new Map([...PROPERTIES, ...BOXES].map(([path]) => [path, path.split('.')]))
const at = (styles: JsonObject, path: string): unknown => valueAt(styles, paths.get(path) ?? [path])

/** The context for converting values of a style tree to CSS. */
export interface ValueScope {
  /** The styles of the whole site, for values that refer to another one by its path (`{ "ref": "styles.color.text" }`). */
  readonly root: JsonObject
  /** The URL of a file of the theme; `undefined` leaves it out. */
  readonly fileUrl?: ((path: string) => string) | undefined
}

/** A value, or the value that it refers to; a reference to a reference is not followed. */
function referred(value: unknown, { root }: ValueScope): unknown {
  if (!isMap(value)) return value
  const { ref } = value
  if (typeof ref !== 'string' || ref.length > 200 || !ref.startsWith('styles.')) return undefined
  return valueAt(root, ref.split('.').slice(1))
}

const valueIn = (value: unknown, scope: ValueScope): string | undefined => {
  const resolved = referred(value, scope)
  return cssValue(typeof resolved === 'string' ? resolveVariable(resolved) : resolved)
}

/** The prefix of URLs of theme files. */
export const THEME_FILE = 'file:./'

/** The URL that a file of the theme has, or a URL that is safe to load. */
export function fileOf(url: unknown, { fileUrl }: Pick<ValueScope, 'fileUrl'>): string | undefined {
  if (typeof url !== 'string' || url.length > 2000) return undefined
  const shownUrl = url.startsWith(THEME_FILE) ? fileUrl?.(url.slice(THEME_FILE.length)) : url
  return shownUrl !== undefined && isSafeFile(shownUrl)
    ? encodeURI(decoded(shownUrl)).replace(/['"()\\]/g, escaped)
    : undefined
}

const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16)}`

/** A URL without the escapes of its path, so that they are not escaped again. */
function decoded(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}

/** The background image of styles: a file, or a value such as a gradient. */
function backgroundImage(styles: JsonObject, scope: ValueScope): string | undefined {
  const background = valueAt(styles, ['background', 'backgroundImage'])
  const image = isMap(background) && 'ref' in background ? referred(background, scope) : background
  if (!isMap(image)) return cssValue(image)
  const url = fileOf(image['url'], scope)
  return url === undefined ? undefined : `url('${url}')`
}

/** The declarations of the styles of one part of a page. Unsafe values are omitted. */
export function declarationsOf(styles: JsonObject, scope: ValueScope): readonly Declaration[] {
  const declarations: Declaration[] = []
  const add = (property: string, value: unknown) => {
    const text = valueIn(value, scope)
    if (text !== undefined) declarations.push([property, text])
  }
  for (const [path, property] of PROPERTIES) {
    const value = at(styles, path)
    if (value !== undefined) add(property, value)
  }
  const image = backgroundImage(styles, scope)
  if (image !== undefined) declarations.push(['background-image', image])
  for (const [path, property, parts] of BOXES) {
    const value = at(styles, path)
    if (isMap(value) && !('ref' in value)) for (const [part, name] of Object.entries(parts)) add(name, value[part])
    else if (value !== undefined) add(property, value)
  }
  return declarations
}

/** A rule of CSS; empty without declarations. */
export const rule = (selector: string, declarations: readonly Declaration[]): string =>
  declarations.length === 0
    ? ''
    : `${selector}{${declarations.map(([property, value]) => `${property}: ${value};`).join('')}}`

/** Rules that apply under a condition, such as `@media (width <= 480px)`; empty without rules. */
export const under = (condition: string, rules: string): string => (rules === '' ? '' : `${condition}{${rules}}`)
