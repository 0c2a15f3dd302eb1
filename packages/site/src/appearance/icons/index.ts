// Icons and their collections.

export { icon } from './icon.js'
export type { IconCollectionOptions, IconOptions } from './icons.js'
export { type IconRegistrations, iconsFeature } from './icons-feature.js'
