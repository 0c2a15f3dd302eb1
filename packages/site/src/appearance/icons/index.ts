// Icons and their collections.
export type { IconRegistrations } from './icon-registrations.js'
export { icon } from './icon.js'
export { iconsFeature } from './icons-feature.js'
export type { IconCollectionOptions, IconOptions } from './icons.js'
