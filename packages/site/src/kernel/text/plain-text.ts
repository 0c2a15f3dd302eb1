import { decodeEntities, sanitizeTextField, textOf } from '@platen/rendering'

/** The text of HTML as one line of plain text. */
export const plainText = (html: string): string => sanitizeTextField(decodeEntities(textOf(html)))
