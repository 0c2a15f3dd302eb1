import { mapAt } from '../json-map.js'
import type { JsonObject } from '../theme-json.js'
import { cssValue } from './css-value.js'
import type { Declaration } from './declarations.js'
import { rule } from './declarations.js'
import { below, plainSelector, selectorList } from './selectors.js'

const CONTENT = '--wp--style--global--content-size'
const WIDE = '--wp--style--global--wide-size'
const GAP = '--wp--style--block-gap'

/** The custom properties of the layout: the widths of content, and the gap between blocks. */
export function layoutVariables(settings: JsonObject, styles: JsonObject): readonly Declaration[] {
  const { contentSize, wideSize } = mapAt(settings, 'layout')
  const content = cssValue(contentSize) ?? cssValue(wideSize)
  const values: readonly (readonly [string, string | undefined])[] = [
    [CONTENT, content],
    [WIDE, cssValue(wideSize) ?? content],
    [GAP, cssValue(mapAt(styles, 'spacing')['blockGap'])],
  ]
  return values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}

/** The rules of blocks that arrange their inner blocks: below one another, in a column, in a row, or in a grid. */
export function layoutRules(settings: JsonObject): string {
  const { contentSize, wideSize } = mapAt(settings, 'layout')
  const hasWidth = (cssValue(contentSize) ?? cssValue(wideSize)) !== undefined
  const inColumn = '.is-layout-constrained > :where(:not(.alignleft):not(.alignright):not(.alignfull))'
  return [
    rule('.is-layout-flex', [
      ['display', 'flex'],
      ['flex-wrap', 'wrap'],
      ['align-items', 'center'],
    ]),
    rule('.is-layout-grid', [['display', 'grid']]),
    rule('.is-layout-flex > :is(*, div), .is-layout-grid > :is(*, div)', [['margin', '0']]),
    rule('.is-layout-flow > .alignleft, .is-layout-constrained > .alignleft', [
      ['float', 'left'],
      ['margin-inline', '0 2em'],
    ]),
    rule('.is-layout-flow > .alignright, .is-layout-constrained > .alignright', [
      ['float', 'right'],
      ['margin-inline', '2em 0'],
    ]),
    rule('.is-layout-flow > .aligncenter, .is-layout-constrained > .aligncenter', [['margin-inline', 'auto']]),
    rule(inColumn, [...(hasWidth ? ([['max-width', `var(${CONTENT})`]] as const) : []), ['margin-inline', 'auto']]),
    hasWidth ? rule('.is-layout-constrained > .alignwide', [['max-width', `var(${WIDE})`]]) : '',
  ].join('')
}

/** The rules for a gap between inner blocks: of the whole site, or of the blocks that a selector selects. */
export function gapRules(gap: string | undefined, selector = ''): string {
  if (gap === undefined) return ''
  const scopes = selector === '' ? [''] : selectorList(selector)
  const every = (...selectors: readonly string[]) =>
    plainSelector(scopes.map(scope => within(scope, selectors)).join(', '))
  return [
    rule(every('.is-layout-flow > *', '.is-layout-constrained > *'), [['margin-block', `${gap} 0`]]),
    rule(every('.is-layout-flow > :first-child', '.is-layout-constrained > :first-child'), [
      ['margin-block-start', '0'],
    ]),
    rule(every('.is-layout-flex', '.is-layout-grid'), [['gap', gap]]),
  ].join('')
}

/** The selectors of a layout on the selected blocks themselves. */
const within = (scope: string, selectors: readonly string[]): string =>
  scope === '' ? below('', selectors) : selectors.map(selector => `${scope}${selector}`).join(', ')

/** The rules of blocks as wide as the window, on sites where the page itself has the padding. */
export function rootPaddingRules(settings: JsonObject, styles: JsonObject): string {
  if (settings['useRootPaddingAwareAlignments'] !== true) return ''
  const padding = mapAt(mapAt(styles, 'spacing'), 'padding')
  const [left, right] = [cssValue(padding['left']), cssValue(padding['right'])]
  if (left === undefined || right === undefined) return ''
  return [
    rule(':where(.wp-site-blocks) > .has-global-padding, .has-global-padding', [
      ['padding-right', right],
      ['padding-left', left],
    ]),
    rule('.has-global-padding > .alignfull', [
      ['margin-right', `calc(${right} * -1)`],
      ['margin-left', `calc(${left} * -1)`],
    ]),
  ].join('')
}
