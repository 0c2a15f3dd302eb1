import type { Registering } from '../../kernel/features/index.js'
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

/** The registration calls for icons. */
export interface IconRegistrations {
  /** Registers a collection of icons. */
  registerIconCollection(slug: string, options: IconCollectionOptions): IconCollection
  /** Registers an icon, such as `garden/rose`; its collection must be registered before. Its SVG is sanitized. */
  registerIcon(name: string, options: IconOptions): Icon
}

/** Creates the call for a site. */
export const iconRegistrations = ({ added, context }: Registering): IconRegistrations => ({
  registerIconCollection: (slug, options) => added(iconCollections, slug, iconCollection(slug, options)),
  registerIcon(name, options) {
    const registered = icon(name, options)
    context.get(iconCollections).require(registered.collection)
    return added(icons, name, registered)
  },
})
