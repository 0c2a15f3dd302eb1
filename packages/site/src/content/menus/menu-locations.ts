import { checks, type OptionChecks } from '@platen/core'
import { registrationKey } from '../../kernel/context/index.js'
import { checkDefinition, Registrations } from '../../kernel/registrations/index.js'

/** The options of a menu location. */
export interface MenuLocationOptions {
  /** A description for people. */
  readonly description: string
}

const locationChecks: OptionChecks<MenuLocationOptions> = { description: checks.required(checks.anyText) }

/** A location on the site's pages that shows the menu assigned to it. */
export interface MenuLocation extends MenuLocationOptions {
  readonly name: string
}

/** Checks and freezes a menu location. */
export function menuLocation(name: string, options: MenuLocationOptions): MenuLocation {
  checkDefinition(`the menu location ${name}`, options, locationChecks)
  return Object.freeze({ name, description: options.description })
}

/** The menu locations of a site. */
export const menuLocations = registrationKey(
  'menu locations',
  () => new Registrations<MenuLocation>('the menu location'),
)
