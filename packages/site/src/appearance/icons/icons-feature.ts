import { defineFeature, type Registering, type SetupCalls } from '../../kernel/features/index.js'
import { coreIcons } from './core-icons.js'
import {
  type Icon,
  type IconCollection,
  type IconCollectionOptions,
  type IconOptions,
  icon,
  iconCollection,
  iconCollections,
  icons,
} from './icons.js'
import { registerIconCollections, registerIcons } from './register-icons.js'

/** The registration calls for icons. */
export interface IconRegistrations {
  /** Registers a collection of icons. */
  registerIconCollection(slug: string, options: IconCollectionOptions): IconCollection
  /** Registers an icon, such as `garden/rose`; its collection must be registered before. Its SVG is sanitized. */
  registerIcon(name: string, options: IconOptions): Icon
}

/** Creates the call for a site. */
const iconRegistrations = ({ added, context }: Registering): IconRegistrations => ({
  registerIconCollection: (slug, options) => added(iconCollections, slug, iconCollection(slug, options)),
  registerIcon(name, options) {
    const registered = icon(name, options)
    context.get(iconCollections).require(registered.collection)
    return added(icons, name, registered)
  },
})

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
