// Icons and their collections.

export { icon } from './icon.js'
export type { IconRegistrations } from './icon-registrations.js'
export {
  type Icon,
  type IconCollection,
  type IconCollectionOptions,
  type IconOptions,
  iconCollections,
  icons,
} from './icons.js'
export { iconsFeature } from './icons-feature.js'
