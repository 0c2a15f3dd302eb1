import { filterHtml, wrapperAttributes } from '@platen/rendering'
import { defineBlock, TYPOGRAPHY } from '../../../kernel/blocks/index.js'
import { CLOSE_ICON } from './navigation-overlay.js'

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
