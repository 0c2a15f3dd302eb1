import { termsIn, whereTerms } from '@platen/site'
import { assignMenuLocations } from '@platen/site/operations'
import { ImportError } from './import-error.js'
import type { ImportRun } from './import-run.js'

/** The slugs of menus by location, because exports do not contain the assignment. */
export type MenuLocationMap = Readonly<Record<string, string>>

/** Assigns menus to locations. Unknown menus and locations are an `ImportError`. */
export async function importLocations({ tx, actor }: ImportRun, locations: MenuLocationMap): Promise<void> {
  const menus: Record<string, number> = {}
  for (const [location, slug] of Object.entries(locations)) {
    const { and, eq } = whereTerms
    const menu = await termsIn(tx.store).first({ where: and(eq('taxonomy', 'nav_menu'), eq('slug', slug)) })
    if (menu === undefined) throw new ImportError(`There is no menu "${slug}" for the location "${location}".`)
    menus[location] = menu.id
  }
  await assignMenuLocations(tx, actor, menus)
}
