import type { TermInput, TermTarget } from '../terms/term-input.js'

/** The input of creating or changing a menu. Absent values do not change, or get their default. */
export interface MenuInput extends Pick<TermInput, 'name' | 'description' | 'parent' | 'meta' | 'fields'> {
  /** The names of the menu locations that show the menu: they replace its others, and their other menus. */
  locations?: readonly string[]
  /** Whether new pages at the top level get an item at the end of the menu. */
  autoAdd?: boolean
}

/** Changes of a stored menu. */
export interface MenuChanges extends MenuInput, TermTarget {}
