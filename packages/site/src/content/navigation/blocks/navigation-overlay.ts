import { escapeHtml, filterHtml, wrapperAttributes } from '@platen/rendering'
import { defineBlock, TYPOGRAPHY } from '../../../kernel/blocks/index.js'
import { type PartColors, spaced } from './navigation-colors.js'

const NAME = 'wp-block-navigation__responsive'

const MENU_ICONS: Readonly<Record<string, string>> = {
  handle:
    '<svg width="24" height="24" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M4 8h16v1.5H4z"></path><path d="M4 14.5h16V16H4z"></path></svg>',
  menu: '<svg width="24" height="24" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M5 5.5h14V7H5z"></path><path d="M5 11.25h14v1.5H5z"></path><path d="M5 17h14v1.5H5z"></path></svg>',
}

/** A cross that closes the overlay. */
const CLOSE_ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false"><path d="M5.5 4.5l14 14-1 1-14-14z"></path><path d="M18.5 4.5l1 1-14 14-1-1z"></path></svg>'

/** The attributes by which a script opens and closes the navigation. */
export const OVERLAY_STATE = ` 
		 data-wp-interactive="core/navigation" data-wp-context='{"overlayOpenedBy":{"click":false,"hover":false,"focus":false},"type":"overlay","roleAttribute":"","ariaLabel":"Menu"}'`

/** How a navigation turns into an overlay. */
export interface Overlay {
  readonly id: string
  /** Whether it does on all screens, and not only on small ones. */
  readonly always: boolean
  readonly hasIcon: boolean
  readonly icon: string
  readonly colors: PartColors
}

const classNames = (...names: readonly string[]): string => names.filter(name => name !== '').join(' ')

/** The inner HTML of a navigation within the overlay, with the buttons that open and close it. */
export function overlayHtml(inner: string, { id, always, hasIcon, icon, colors }: Overlay): string {
  const container = classNames(`${NAME}-container`, always ? 'hidden-by-default' : '', colors.classes.join(' '))
  const style = colors.style === '' ? '' : `style="${escapeHtml(spaced(colors.style))}"`
  const menuIcon = (Object.hasOwn(MENU_ICONS, icon) && MENU_ICONS[icon]) || MENU_ICONS['handle']
  const [open, openLabel] = hasIcon ? [menuIcon, 'aria-label="Open menu"'] : ['Menu', '']
  const [close, closeLabel] = hasIcon ? [CLOSE_ICON, 'aria-label="Close menu"'] : ['Close', '']
  return `<button aria-haspopup="dialog" ${openLabel} class="${classNames(`${NAME}-container-open`, always ? 'always-shown' : '')}" 
				data-wp-on--click="actions.openMenuOnClick"
				data-wp-on--keydown="actions.handleMenuKeydown"
			>${open}</button>
				<div class="${container}" ${style} id="${id}" 
				data-wp-class--has-modal-open="state.isMenuOpen"
				data-wp-class--is-menu-open="state.isMenuOpen"
				data-wp-watch="callbacks.initMenu"
				data-wp-on--keydown="actions.handleMenuKeydown"
				data-wp-on--focusout="actions.handleMenuFocusout"
				tabindex="-1"
			>
					<div class="${NAME}-close" tabindex="-1">
						<div class="${NAME}-dialog" 
				data-wp-bind--aria-modal="state.ariaModal"
				data-wp-bind--aria-label="state.ariaLabel"
				data-wp-bind--role="state.roleAttribute"
			>
							<button ${closeLabel} class="${NAME}-container-close" 
				data-wp-on--click="actions.closeMenuOnClick"
			>${close}</button>
							<div class="${NAME}-container-content" 
				data-wp-watch="callbacks.focusFirstElement"
			 id="${id}-content">
								${inner}
								
							</div>
						</div>
					</div>
				</div>`
}

/** `core/navigation-overlay-close`: the button that closes the overlay of a navigation. */
export const navigationOverlayClose = defineBlock({
  name: 'core/navigation-overlay-close',
  apiVersion: 3,
  title: 'Navigation Overlay Close',
  category: 'design',
  description: 'The button that closes the overlay of a navigation.',
  keywords: ['close', 'overlay', 'navigation', 'menu'],
  supports: {
    color: { gradients: false, __experimentalDefaultControls: { background: true, text: true } },
    spacing: { padding: true, __experimentalDefaultControls: { padding: true } },
    typography: TYPOGRAPHY,
  },
  attributes: {
    displayMode: { type: 'string', enum: ['icon', 'text', 'both'], default: 'icon' },
    text: { type: 'string' },
  },
  render({ displayMode, text }, _content, _loaded, scope) {
    const icon = displayMode === 'text' ? '' : CLOSE_ICON
    const label = filterHtml(text ? text : 'Close', 'title')
    const shown = displayMode === 'icon' ? '' : `<span class="wp-block-navigation-overlay-close__text">${label}</span>`
    const name = displayMode === 'icon' ? 'aria-label="Close"' : ''
    return `<button${wrapperAttributes(scope)} type="button" ${name} >${icon}${shown}</button>`
  },
})
