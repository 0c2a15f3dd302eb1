import {
  type BlockPlace,
  type BlockValues,
  escapeAttribute,
  type ShownBlock,
  wrapperAttributes,
} from '@platen/rendering'
import { type BlockScope, countOnce, membersOf } from '../../../kernel/blocks/index.js'
import { navigationColors, overlayColors, spaced } from './navigation-colors.js'
import { ITEM_CLASSES } from './navigation-link-html.js'
import { OVERLAY_STATE, overlayHtml } from './navigation-overlay.js'

/** The blocks that are items of a list. */
const ITEMS = new Set(['core/navigation-link', 'core/navigation-submenu', 'core/home-link', 'core/page-list'])
/** The blocks that become items of a list. */
const WRAPPED = new Set(['core/site-title', 'core/site-logo', 'core/social-links'])

const JUSTIFICATIONS: ReadonlySet<unknown> = new Set(['left', 'right', 'center', 'space-between'])

/** The attributes of a navigation that its HTML depends on. */
export interface NavigationAttributes {
  readonly ariaLabel?: string | undefined
  readonly overlayMenu: string
  readonly icon: string
  readonly hasIcon: boolean
  readonly layout?: BlockValues | undefined
  readonly style?: BlockValues | undefined
}

/** Wraps items in lists, with other content between the lists. `list` is the opening tag of a list. */
function innerHtml(inner: readonly ShownBlock[], list: string): string {
  let html = ''
  let isOpen = false
  for (const { block, html: shown } of inner) {
    const name = block.name ?? ''
    const isItem = shown !== '' && (ITEMS.has(name) || WRAPPED.has(name))
    if (isItem !== isOpen) html += isItem ? list : '</ul>'
    isOpen = isItem
    html += isItem && WRAPPED.has(name) ? `<li class="${ITEM_CLASSES.join(' ')}">${shown}</li>` : shown
  }
  return isOpen ? `${html}</ul>` : html
}

function layoutClasses({ layout = {} }: NavigationAttributes): readonly string[] {
  const { justifyContent, orientation, flexWrap } = layout
  return [
    ...(JUSTIFICATIONS.has(justifyContent) ? [`items-justified-${justifyContent}`] : []),
    ...(orientation === 'vertical' ? ['is-vertical'] : []),
    ...(flexWrap === 'nowrap' ? ['no-wrap'] : []),
  ]
}

function decorationClasses({ style = {} }: NavigationAttributes): readonly string[] {
  const { textDecoration } = membersOf(style['typography'])
  return typeof textDecoration === 'string' && /^[a-z-]+$/.test(textDecoration)
    ? [`has-text-decoration-${textDecoration}`]
    : []
}

/** The label of a navigation, numbered if an earlier one has the same label. */
function numberedLabel(label: string, count: BlockPlace['count']): string | undefined {
  const number = count(`navigation ${label}`)
  return number === 1 ? label || undefined : `${label} ${number}`
}

/** The HTML of a navigation; `title` is the title of the stored navigation that it shows, as HTML. */
export function navigationHtml(
  inner: readonly ShownBlock[],
  title: string,
  attributes: NavigationAttributes & BlockValues,
  scope: BlockScope & BlockPlace,
): string {
  const { ariaLabel = '', overlayMenu, hasIcon, icon } = attributes
  // Both elements have the same class for colors of elements.
  const place = { ...scope, count: countOnce(scope.count) }
  const isResponsive = overlayMenu !== 'never'
  const { classes: colorClasses, style: colorStyle } = navigationColors(attributes)
  const style = colorStyle === '' ? '' : spaced(colorStyle)
  const sizes = fontSizeClasses(attributes)
  const classes = [
    ...colorClasses,
    ...sizes,
    ...(isResponsive ? ['is-responsive'] : []),
    ...layoutClasses(attributes),
    ...decorationClasses(attributes),
  ]
  const list = `<ul${wrapperAttributes(place, ['wp-block-navigation__container', ...classes], { style, isPart: true })}>`
  const items = innerHtml(inner, list)
  const label = numberedLabel(ariaLabel || title, scope.count)
  const wrapper = wrapperAttributes({ ...place, supports: { ...scope.supports, ariaLabel: false } }, classes, { style })
  const name = label === undefined ? '' : ` aria-label="${escapeAttribute(label)}"`
  if (!isResponsive) return `<nav${wrapper}${name}>${items}</nav>`
  const id = `modal-${scope.count('id')}`
  const colors = overlayColors(attributes)
  const overlay = overlayHtml(items, { id, always: overlayMenu === 'always', hasIcon, icon, colors })
  return `<nav${wrapper}${name}${OVERLAY_STATE}>${overlay}</nav>`
}

function fontSizeClasses({ fontSize }: BlockValues): readonly string[] {
  return typeof fontSize === 'string' && /^[\w-]+$/.test(fontSize) ? [`has-${fontSize}-font-size`] : []
}
