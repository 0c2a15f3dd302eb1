// Icons and their collections.

export { icon } from './icon.js'
export type { IconRegistrations } from './icon-registrations.js'
export type { IconCollectionOptions, IconOptions } from './icons.js'
export { iconsFeature } from './icons-feature.js'
