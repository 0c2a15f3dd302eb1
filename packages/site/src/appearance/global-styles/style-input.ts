import { RestError } from '@platen/core'
import type { Actor } from '../../kernel/operations/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import { isMap } from '../../kernel/text/index.js'
import { addsCss, endsStyleElement } from '../theme-json/index.js'

/** A change of the styles of users. Absent values do not change. */
export interface StyleChanges {
  title?: string
  /** Settings in the form of `theme.json`; they replace the stored ones. */
  settings?: unknown
  /** Styles in the form of `theme.json`; they replace the stored ones. */
  styles?: unknown
}

/**
 * Checks the custom CSS of styles. Throws `rest_custom_css_invalid_type`, `rest_custom_css_illegal_markup` if it would
 * end its `style` element, or `rest_cannot_edit_css` if an actor without this capability adds some anywhere.
 */
export function checkCustomCss(styles: unknown, before: unknown, actor: Actor): void {
  const css = (isMap(styles) ? styles['css'] : undefined) ?? ''
  if (typeof css !== 'string') throw new RestError('rest_custom_css_invalid_type', 'Custom CSS must be a string.', 400)
  if (endsStyleElement(css))
    throw new RestError(
      'rest_custom_css_illegal_markup',
      'Custom CSS must not contain "</style>", or end with a part of it.',
      400,
    )
  if (!actor.can('edit_css') && addsCss(styles, before))
    throw refusal({ principal: actor }, 'rest_cannot_edit_css', 'You are not allowed to edit custom CSS.')
}
