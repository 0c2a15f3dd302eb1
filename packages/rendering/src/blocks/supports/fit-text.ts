import { withAttributes } from '../../html/html-tag.js'
import type { BlockValues } from '../block-type.js'
import { isSet } from '../is-set.js'

/** The attributes with which a script fits the text of an element into its width. */
const FITTING = {
  'data-wp-context---core-fit-text': 'core/fit-text::{"fontSize":""}',
  'data-wp-init---core-fit-text': 'core/fit-text::callbacks.init',
  'data-wp-interactive': true,
  'data-wp-style--font-size': 'core/fit-text::context.fontSize',
} as const

/** The HTML of a block whose text is fitted into the width of its element, if its attributes say so. */
export const fitText = (html: string, { fitText: isFitted }: BlockValues): string =>
  isSet(isFitted) ? withAttributes(html, FITTING) : html
