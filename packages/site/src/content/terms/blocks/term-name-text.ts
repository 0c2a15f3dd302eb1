import { decodeEntities, escapeHtml } from '@platen/rendering'

/** The name of a term as HTML content: its quotes are left to typography. */
export const termNameText = (name: string): string => escapeHtml(decodeEntities(name)).replaceAll('&quot;', '"')
