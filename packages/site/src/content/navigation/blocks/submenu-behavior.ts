import type { BlockValues } from '@platen/rendering'

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
