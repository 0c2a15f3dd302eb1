import type { Registering } from '../../kernel/features/index.js'
import { type MenuLocation, type MenuLocationOptions, menuLocation, menuLocations } from './menu-locations.js'

/** The registration call for locations of menus. */
export interface MenuRegistrations {
  /** Registers a location that menus can be assigned to. */
  registerMenuLocation(name: string, options: MenuLocationOptions): MenuLocation
}

/** Creates the call for a site. */
export const menuRegistrations = ({ added }: Registering): MenuRegistrations => ({
  registerMenuLocation: (name, options) => added(menuLocations, name, menuLocation(name, options)),
})
