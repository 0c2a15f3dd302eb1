import type { BlockValues } from '@platen/rendering'

/** How the submenus of a navigation open, from the context that the navigation provides; outside of one, they do not. */
export interface SubmenuBehavior {
  readonly opensOnClick: boolean
  /** Whether a script opens submenus. */
  readonly isInteractive: boolean
  /** The class of items, if there is one. */
  readonly className: string | undefined
}

/** The context values that {@link submenuBehavior} reads. */
export const BEHAVIOR_CONTEXT = ['showSubmenuIcon', 'submenuVisibility', 'openSubmenusOnClick'] as const

/** Reads how submenus open. */
export function submenuBehavior({
  showSubmenuIcon,
  submenuVisibility,
  openSubmenusOnClick,
}: BlockValues): SubmenuBehavior {
  const opensOnClick = submenuVisibility === 'click' || openSubmenusOnClick === true
  if (opensOnClick) return { opensOnClick, isInteractive: true, className: 'open-on-click' }
  if (submenuVisibility === 'always') return { opensOnClick, isInteractive: true, className: 'open-always' }
  const isInteractive = showSubmenuIcon === true
  return { opensOnClick, isInteractive, className: isInteractive ? 'open-on-hover-click' : undefined }
}
