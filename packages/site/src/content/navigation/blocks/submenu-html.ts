import { type BlockValues, escapeAttribute } from '@platen/rendering'

const STATE =
  '{ &quot;submenuOpenedBy&quot;: { &quot;click&quot;: false, &quot;hover&quot;: false, &quot;focus&quot;: false }, &quot;type&quot;: &quot;submenu&quot;, &quot;modal&quot;: null, &quot;previousFocus&quot;: null }'
const HANDLERS = 'data-wp-on--focusout="actions.handleMenuFocusout" data-wp-on--keydown="actions.handleMenuKeydown"'
const HOVER_HANDLERS =
  ' data-wp-on--pointerenter="actions.openMenuOnHover" data-wp-on--pointerleave="actions.closeMenuOnHover"'
const TOGGLE = 'data-wp-bind--aria-expanded="state.isSubmenuOpen" data-wp-on--click="actions.toggleMenuOnClick"'

/** The arrow that points down to a submenu. */
export const ARROW =
  '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="12" viewBox="0 0 12 12" fill="none" aria-hidden="true" focusable="false"><path d="M2 4l4 4 4-4" stroke-width="1.5"></path></svg>'

/** The attributes of an item whose submenu a script opens, with a leading space. */
export const itemState = ({ isHandled, opensOnHover }: SubmenuBehavior, hasChildren: boolean): string =>
  isHandled && hasChildren
    ? ` data-wp-context="${STATE}" data-wp-interactive="core/navigation" ${HANDLERS}${opensOnHover ? HOVER_HANDLERS : ''} data-wp-watch="callbacks.initMenu" tabindex="-1"`
    : ''

/** The attributes of the list of a submenu that a script opens, with a leading space. */
export const menuState = ({ hasButton }: SubmenuBehavior): string =>
  hasButton ? ' data-wp-on--focus="actions.openMenuOnFocus"' : ''

/** The attributes of a button that opens a submenu; `label` is text. */
export const toggleState = (label: string): string => `${TOGGLE} aria-label="${escapeAttribute(`${label} submenu`)}"`

/** The arrow button beside a link with a submenu. */
export const arrowButton = ({ hasButton, opensOnClick }: SubmenuBehavior, label: string): string =>
  hasButton && !opensOnClick
    ? `<button ${toggleState(label)} class="wp-block-navigation__submenu-icon wp-block-navigation-submenu__toggle" >${ARROW}</button>`
    : ''

/** How the submenus of a navigation open, from the context that the navigation provides; outside of one, they do not. */
export interface SubmenuBehavior {
  readonly opensOnClick: boolean
  readonly opensOnHover: boolean
  /** Whether a script handles items with submenus. */
  readonly isHandled: boolean
  /** Whether readers open submenus by a button. */
  readonly hasButton: boolean
  /** The class of items, if there is one. */
  readonly className: string | undefined
}

/** The context values that {@link submenuBehavior} reads, but descriptions of block types omit. */
export const UNLISTED_BEHAVIOR_CONTEXT = ['overlayMenu'] as const

/** Reads how submenus open. */
export function submenuBehavior({
  showSubmenuIcon,
  submenuVisibility,
  openSubmenusOnClick,
  overlayMenu,
}: BlockValues): SubmenuBehavior {
  // Older content has only this flag; beside the newer attribute, it takes precedence.
  const isOlder = typeof openSubmenusOnClick === 'boolean'
  const opensOnClick = isOlder ? openSubmenusOnClick : submenuVisibility === 'click'
  const isOpen = !isOlder && submenuVisibility === 'always'
  const hasButton = opensOnClick || showSubmenuIcon === true
  const byButton = hasButton ? 'open-on-hover-click' : undefined
  return {
    opensOnClick,
    opensOnHover: !opensOnClick && !isOpen,
    isHandled: hasButton || (overlayMenu !== undefined && overlayMenu !== 'never'),
    hasButton,
    className: opensOnClick ? 'open-on-click' : isOpen ? 'open-always' : byButton,
  }
}
