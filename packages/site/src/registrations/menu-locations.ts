import { registrationKey } from './registration-key.js'
import { assertKnownKeys, Registrations } from './registrations.js'

/** The options of a menu location. */
export interface MenuLocationOptions {
  /** A description for people. */
  readonly description: string
}

/** A location on the site's pages that shows the menu assigned to it. */
export interface MenuLocation extends MenuLocationOptions {
  readonly name: string
}

/** Checks and freezes a menu location. */
export function menuLocation(name: string, options: MenuLocationOptions): MenuLocation {
  assertKnownKeys(`the menu location ${name}`, options, ['description'])
  return Object.freeze({ name, description: options.description })
}

/** The menu locations of a site. */
export const menuLocations = registrationKey(
  'menu locations',
  () => new Registrations<MenuLocation>('the menu location'),
)
