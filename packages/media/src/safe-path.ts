import { trimEndCharacters } from '@platen/core'

/**
 * Whether a path stays within a storage: relative, with plain names only. Hidden names are reserved for the storage.
 */
export function isSafePath(path: string): boolean {
  if (path === '' || path.includes('\\') || path.includes('\0')) return false
  return path.split('/').every(part => part !== '' && !part.startsWith('.'))
}

/** The URL of a file of a storage. */
export const urlOf = (base: string, path: string): string => `${trimEndCharacters(base, '/')}/${path}`
