import { defineFeature, type SetupCalls } from '../../kernel/features/index.js'
import { coreIcons } from './core-icons.js'
import { type IconRegistrations, iconRegistrations } from './icon-registrations.js'
import { registerIconCollections, registerIcons } from './register-icons.js'

/** Icons that content can show, and their collections. */
export const iconsFeature = defineFeature({
  name: 'icons',
  registrations: iconRegistrations,
  setup(site: SetupCalls & IconRegistrations) {
    site.registerIconCollection('core', {
      label: 'Bootstrap Icons',
      description: 'Icons for common things and actions.',
    })
    for (const { name, ...icon } of coreIcons) site.registerIcon(name, icon)
  },
  routes(site) {
    registerIcons(site)
    registerIconCollections(site)
  },
})
