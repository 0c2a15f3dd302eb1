// Font families, faces and collections.
export type { FontCollectionOptions } from './font-collections.js'
export { type FontRegistrations, fontsFeature } from './fonts-feature.js'
export type { FontsContent } from './operations/font-content.js'
