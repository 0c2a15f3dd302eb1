import { trimCharacters } from '@platen/core'

/**
 * Removes spaces, tabs, line ends and null characters around a text; other white space, such as no-break spaces, is
 * preserved.
 */
export const trimSpace = (text: string): string => trimCharacters(text, ' \t\n\v\r\0')
