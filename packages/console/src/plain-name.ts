import { decodeEntities } from '@platen/site'

/** A name as it is read: markup in names is stored escaped. */
export const plainName = (stored: string): string => decodeEntities(stored)
