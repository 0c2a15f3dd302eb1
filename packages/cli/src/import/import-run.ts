import type { OptionSnapshot, SiteContext, StoreSession } from '@platen/site'
import type { Tallies } from './tallies.js'

/** What all steps of an import share. */
export interface ImportRun {
  readonly site: SiteContext
  /** The import's transaction. */
  readonly tx: StoreSession
  readonly options: OptionSnapshot
  readonly tallies: Tallies
}

/** The name of a type or taxonomy in the site: built-in names begin with the dialect's prefix. */
export function localName(run: ImportRun, name: string): string {
  return name.replace(/^wp_/, `${run.site.dialect.prefix}_`)
}
