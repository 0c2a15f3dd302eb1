import type { TermInput, TermTarget } from '../../terms/index.js'

/** The input of creating or changing a menu. Absent values do not change, or get their default. */
export interface MenuInput extends Pick<TermInput, 'name' | 'description' | 'parent' | 'meta' | 'fields'> {
  /** The names of all locations that show the menu; each stops showing its previous menu. */
  locations?: readonly string[]
  /** Whether new pages at the top level get an item at the end of the menu. */
  autoAdd?: boolean
}

/** Changes of a stored menu. */
export interface MenuChanges extends MenuInput, TermTarget {}
