import { isMap } from '../../../kernel/text/index.js'
import { mapAt } from '../json-map.js'
import { ELEMENTS, statesOf, VIEWPORTS } from '../shapes.js'
import type { JsonObject } from '../theme-json.js'
import type { Viewports } from '../viewports.js'
import { cssValue, kebabCase } from './css-value.js'
import { endsStyleElement, isClosedCss } from './custom-css.js'
import { type Declaration, declarationsOf, rule, under, type ValueScope } from './declarations.js'
import { gapRules } from './layout-rules.js'
import { below, ELEMENT_SELECTORS, plainSelector, selectorList, withEnding } from './selectors.js'

/** The context of style rules. */
export interface StyleScope extends ValueScope {
  readonly viewports: Viewports
  /** The selector of a block type; `undefined` for an unknown one. */
  readonly selectorOf: (block: string) => string | undefined
}

/** The media condition of a part of a style tree for certain window widths. */
function conditionOf(name: (typeof VIEWPORTS)[number], { mobile, tablet }: Viewports): string | undefined {
  if (name === '@mobile') return mobile === undefined ? undefined : `@media (width <= ${mobile})`
  if (tablet === undefined) return undefined
  return mobile === undefined ? `@media (width <= ${tablet})` : `@media (${mobile} < width <= ${tablet})`
}

/** The custom CSS of a part of a page, in which `&` is the selector; empty if it is not balanced. */
function nestedCss(selector: string, css: unknown): string {
  if (typeof css !== 'string' || css.trim() === '' || endsStyleElement(css) || !isClosedCss(css)) return ''
  return `${selector}{${css.trim()}}`
}

/** The rules of an element, below a selector. */
function elementRules(name: (typeof ELEMENTS)[number], styles: JsonObject, scope: StyleScope, within: string): string {
  const selector = below(within, ELEMENT_SELECTORS[name])
  const rulesOf = (part: JsonObject, ending = '') =>
    rule(plainSelector(ending === '' ? selector : withEnding(selector, ending)), declarationsOf(part, scope))
  return [
    rulesOf(styles),
    nestedCss(plainSelector(selector), styles['css']),
    ...statesOf(name).map(state => rulesOf(mapAt(styles, state), state)),
    ...VIEWPORTS.map(name => {
      const condition = conditionOf(name, scope.viewports)
      return condition === undefined ? '' : under(condition, rulesOf(mapAt(styles, name)))
    }),
  ].join('')
}

/** The rules of all elements in a part of a style tree. */
export function elementsRules(styles: JsonObject, scope: StyleScope, within = ''): string {
  const elements = mapAt(styles, 'elements')
  const scopes = within === '' ? [''] : selectorList(within)
  return ELEMENTS.flatMap(name => {
    const style = elements[name]
    return isMap(style) ? scopes.map(each => elementRules(name, style, scope, each)) : []
  }).join('')
}

/** The rules of a block, or of a variation of it, for the elements that a selector selects. */
function blockRules(name: string, selector: string, styles: JsonObject, scope: StyleScope): string {
  const part = (values: JsonObject) =>
    [
      rule(plainSelector(selector), declarationsOf(values, scope)),
      gapRules(cssValue(mapAt(values, 'spacing')['blockGap']), selector),
      nestedCss(plainSelector(selector), values['css']),
      elementsRules(values, scope, selector),
      ...statesOf(name).map(state =>
        rule(plainSelector(withEnding(selector, state)), declarationsOf(mapAt(values, state), scope)),
      ),
    ].join('')
  return [
    part(styles),
    ...VIEWPORTS.map(viewport => {
      const condition = conditionOf(viewport, scope.viewports)
      return condition === undefined ? '' : under(condition, part(mapAt(styles, viewport)))
    }),
  ].join('')
}

/** The rules of all blocks in a part of a style tree, below a selector, and those of their variations. */
export function blocksRules(styles: JsonObject, scope: StyleScope, within = ''): string {
  const blocks = mapAt(styles, 'blocks')
  return Object.entries(blocks)
    .map(([name, block]) => {
      const selector = scope.selectorOf(name)
      if (selector === undefined || !isMap(block)) return ''
      const selected = below(within, selectorList(selector))
      return `${blockRules(name, selected, block, scope)}${variationRules(name, selector, block, scope)}`
    })
    .join('')
}

function variationRules(name: string, selector: string, styles: JsonObject, scope: StyleScope): string {
  return Object.entries(mapAt(styles, 'variations'))
    .map(([variation, styleOfVariation]) => {
      const slug = kebabCase(variation)
      if (slug === '' || !isMap(styleOfVariation)) return ''
      const selected = withVariation(selector, slug)
      return `${blockRules(name, selected, styleOfVariation, scope)}${blocksRules(styleOfVariation, scope, selected)}`
    })
    .join('')
}

/** The selector of a block with the class of a variation, which is on the block itself, not on an element in it. */
const withVariation = (selector: string, slug: string): string =>
  selectorList(selector)
    .map(part => part.replace(/^([^\s>+~]+)/, `$1.is-style-${slug}`))
    .join(', ')

/** The declarations of the whole page. */
export const rootDeclarations = (styles: JsonObject, scope: ValueScope): readonly Declaration[] =>
  declarationsOf(styles, scope)
