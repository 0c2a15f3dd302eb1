import type { TermInput, TermTarget } from '../terms/term-input.js'

/** What creating or changing a menu sets. What is absent stays, or gets its default. */
export interface MenuInput extends Pick<TermInput, 'name' | 'description' | 'parent' | 'meta' | 'fields'> {
  /** The names of the menu locations that show the menu: they replace its others, and their other menus. */
  locations?: readonly string[]
  /** Whether new pages at the top level get an item at the end of the menu. */
  autoAdd?: boolean
}

/** Changes of a stored menu. */
export interface MenuChanges extends MenuInput, TermTarget {}
