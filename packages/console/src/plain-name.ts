import { decodeEntities } from '@platen/site/console'

/** A name as plain text: markup in names is stored escaped. */
export const plainName = (stored: string): string => decodeEntities(stored)
