import type { SiteTime } from '@platen/site'
import type { Actor, Tx } from '@platen/site/extend'
import type { Sources } from './source-ids.js'
import type { Tallies } from './tallies.js'

/** The context that all steps of an import share. */
export interface ImportRun {
  readonly tx: Tx
  readonly actor: Actor
  readonly time: SiteTime
  readonly tallies: Tallies
  readonly sources: Sources
}

/** The name of a type or taxonomy in the site: built-in names begin with the dialect's prefix. */
export function localName({ tx: { site } }: ImportRun, name: string): string {
  return name.startsWith('wp_') ? `${site.dialect.prefix}_${name.slice(3)}` : name
}
