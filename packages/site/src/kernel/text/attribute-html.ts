import { escapeAttribute } from '@platen/rendering'

/** An attribute of HTML with a leading space; nothing for an empty value. */
export const attributeHtml = (name: string, value: string): string =>
  value === '' ? '' : ` ${name}="${escapeAttribute(value)}"`
