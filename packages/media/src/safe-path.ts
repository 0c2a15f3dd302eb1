import { trimEndCharacters } from '@platen/core'

/** Whether a path stays within a storage: relative, with plain names alone. Hidden names are the storage's own. */
export function isSafePath(path: string): boolean {
  if (path === '' || path.includes('\\') || path.includes('\0')) return false
  return path.split('/').every(part => part !== '' && !part.startsWith('.'))
}

/** The address of a file below another one. */
export const addressBelow = (base: string, path: string): string => `${trimEndCharacters(base, '/')}/${path}`
