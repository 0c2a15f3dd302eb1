import { addClasses, findTag, firstTag, setAttribute, withAttributes } from '../../html/html-tag.js'
import type { Block } from '../block-parser.js'
import { valuesOf } from '../supports/support-values.js'

export const IMG: ReadonlySet<string> = new Set(['img'])

/** The directives of an image, in their order. */
const DIRECTIVES: Readonly<Record<string, string>> = {
  'data-wp-class--hide': 'state.isContentHidden',
  'data-wp-class--show': 'state.isContentVisible',
  'data-wp-init': 'callbacks.setButtonStyles',
  'data-wp-on--click': 'actions.showLightbox',
  'data-wp-on--load': 'callbacks.setButtonStyles',
  'data-wp-on--pointerdown': 'actions.preloadImage',
  'data-wp-on--pointerenter': 'actions.preloadImageWithDelay',
  'data-wp-on--pointerleave': 'actions.cancelPreload',
  'data-wp-on-window--resize': 'callbacks.setButtonStyles',
}

const BUTTON = `<button
			class="lightbox-trigger"
			type="button"
			aria-haspopup="dialog"
			data-wp-bind--aria-label="state.thisImage.triggerButtonAriaLabel"
			data-wp-init="callbacks.initTriggerButton"
			data-wp-on--click="actions.showLightbox"
			data-wp-style--right="state.thisImage.buttonRight"
			data-wp-style--top="state.thisImage.buttonTop"
		>
			<svg xmlns="http://www.w3.org/2000/svg" width="12" height="12" fill="none" viewBox="0 0 12 12">
				<path fill="#fff" d="M2 0a2 2 0 0 0-2 2v2h1.5V2a.5.5 0 0 1 .5-.5h2V0H2Zm2 10.5H2a.5.5 0 0 1-.5-.5V8H0v2a2 2 0 0 0 2 2h2v-1.5ZM8 12v-1.5h2a.5.5 0 0 0 .5-.5V8H12v2a2 2 0 0 1-2 2H8Zm2-12a2 2 0 0 1 2 2v2h-1.5V2a.5.5 0 0 0-.5-.5H8V0h2Z" />
			</svg>
		</button>`

/** Whether a click on the image of a block enlarges it; a link elsewhere has precedence. */
export const hasLightbox = ({ name, attributes }: Block): boolean => {
  const { lightbox, linkDestination = 'none' } = attributes
  return name === 'core/image' && valuesOf(lightbox)['enabled'] === true && linkDestination === 'none'
}

/** Marks the figure and the image of a block for the script that enlarges it, and adds a button after the image. */
export function addLightbox(html: string, imageId: string): string {
  const found = findTag(html, IMG)
  if (found === undefined) return html
  let result = html.slice(0, found.end) + BUTTON + html.slice(found.end)
  for (const [name, value] of Object.entries(DIRECTIVES).reverse()) {
    const image = findTag(result, IMG)
    if (image !== undefined) result = setAttribute(result, image, name, value)
  }
  const figure = firstTag(result)
  if (figure === undefined || figure.name.toLowerCase() === 'img') return result
  return withAttributes(addClasses(result, figure, ['wp-lightbox-container']), {
    'data-wp-context': JSON.stringify({ imageId }),
    'data-wp-interactive': 'core/image',
    'data-wp-key': imageId,
  })
}

/** Marks a gallery whose images are enlarged together. */
export const addGalleryLightbox = (html: string, galleryId: string): string =>
  withAttributes(html, {
    'data-wp-context': JSON.stringify({ galleryId }),
    'data-wp-interactive': 'core/gallery',
  })
