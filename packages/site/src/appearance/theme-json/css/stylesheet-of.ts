import { isMap } from '../../../kernel/text/index.js'
import { mapAt } from '../json-map.js'
import type { JsonObject } from '../theme-json.js'
import { viewportsOf } from '../viewports.js'
import { cssValue } from './css-value.js'
import { endsStyleElement } from './custom-css.js'
import { rule } from './declarations.js'
import { fontFaceRules } from './font-faces.js'
import { gapRules, layoutRules, layoutVariables, rootPaddingRules } from './layout-rules.js'
import { presetClasses, variablesOf } from './preset-rules.js'
import { blockClass } from './selectors.js'
import { blocksRules, elementsRules, rootDeclarations, type StyleScope } from './style-rules.js'

/** A block type whose styles a stylesheet may set. */
export interface StyledBlock {
  readonly name: string
  /** The selector of its element; by default, the class of the block. */
  readonly selector?: string | undefined
}

/** The parts of a stylesheet. */
export const STYLESHEET_PARTS = ['fonts', 'variables', 'styles', 'presets', 'layout', 'css'] as const
/** A part of a stylesheet: font faces, custom properties, styles, classes of presets, layout, or custom CSS. */
export type StylesheetPart = (typeof STYLESHEET_PARTS)[number]

/** Options of {@link stylesheetOf}. */
export interface StylesheetOptions {
  /** The block types that have styles. */
  readonly blocks?: readonly StyledBlock[] | undefined
  /** The parts to write: font faces, custom properties, styles, classes of presets, layout and custom CSS; all by default. */
  readonly parts?: readonly StylesheetPart[] | undefined
  /** The URL of a file of the theme, such as `assets/fonts/serif.woff2`; without it, such files are omitted. */
  readonly fileUrl?: ((path: string) => string) | undefined
}

/** Settings and styles in the form of `theme.json`. Lists of presets may be divided by origin. */
export interface StylesheetInput {
  readonly settings?: JsonObject | undefined
  readonly styles?: JsonObject | undefined
}

/**
 * The CSS of settings and styles in the form of `theme.json`: custom properties and classes of presets, the styles of the
 * page, of elements and of blocks with their states and variations, the layout, fluid font sizes and font faces. Any
 * value that is not a single, safe CSS value is omitted, so the CSS is safe in a `style` element.
 */
export function stylesheetOf(
  { settings = {}, styles = {} }: StylesheetInput,
  { blocks = [], parts = STYLESHEET_PARTS, fileUrl }: StylesheetOptions = {},
): string {
  const selectors = new Map(blocks.map(({ name, selector }) => [name, selector ?? `.${blockClass(name)}`]))
  const scope: StyleScope = {
    root: styles,
    fileUrl,
    viewports: viewportsOf(settings['viewport']),
    selectorOf: block => selectors.get(block),
  }
  const gap = cssValue(mapAt(styles, 'spacing')['blockGap'])
  const written: Readonly<Record<StylesheetPart, () => string>> = {
    fonts: () => fontFaceRules(settings, scope),
    variables: () =>
      rule(':root', [...variablesOf(settings), ...layoutVariables(settings, styles)]) +
      blockSettings(settings, scope, (ofBlock, selector) => rule(selector, variablesOf(ofBlock))),
    styles: () =>
      rule('body', rootDeclarations(styles, scope)) + elementsRules(styles, scope) + blocksRules(styles, scope),
    layout: () => layoutRules(settings) + gapRules(gap) + rootPaddingRules(settings, styles),
    presets: () =>
      presetClasses(settings) + blockSettings(settings, scope, (ofBlock, selector) => presetClasses(ofBlock, selector)),
    css: () => customCss(styles['css']),
  }
  return STYLESHEET_PARTS.filter(part => parts.includes(part))
    .map(part => written[part]())
    .join('')
}

/** The CSS of the settings of each block type, for its selector. */
function blockSettings(
  settings: JsonObject,
  { selectorOf }: StyleScope,
  write: (ofBlock: JsonObject, selector: string) => string,
): string {
  return Object.entries(mapAt(settings, 'blocks'))
    .map(([name, ofBlock]) => {
      const selector = selectorOf(name)
      return selector === undefined || !isMap(ofBlock) ? '' : write(ofBlock, selector)
    })
    .join('')
}

/** The CSS that users add to the whole site; empty if it would end its `style` element. */
const customCss = (css: unknown): string => (typeof css === 'string' && !endsStyleElement(css) ? css.trim() : '')
