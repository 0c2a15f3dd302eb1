import { defineFeature } from '../../feature.js'
import { coreIcons } from '../../icons/core-icons.js'
import { registerIconCollections, registerIcons } from './register-icons.js'

/** Icons that content can show, and their collections. */
export const iconsFeature = defineFeature({
  name: 'icons',
  setup(site) {
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
