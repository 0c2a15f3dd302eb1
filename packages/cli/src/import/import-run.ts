import type { OptionSnapshot, SiteContext, StoreContents } from '@platen/site'
import type { Tallies } from './tallies.js'

/** What all parts of one import work with. */
export interface ImportRun {
  readonly site: SiteContext
  /** The collections inside of the import's transaction. */
  readonly contents: StoreContents
  readonly options: OptionSnapshot
  readonly tallies: Tallies
}

/** A name of a type or taxonomy as the site has it: the built-in ones begin with the dialect's prefix. */
export function localName(run: ImportRun, name: string): string {
  return name.replace(/^wp_/, `${run.site.dialect.prefix}_`)
}
