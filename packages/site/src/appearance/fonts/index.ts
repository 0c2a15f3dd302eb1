// Font families, faces and collections.
export {
  type CollectedFontFamily,
  type FontCategory,
  type FontCollection,
  type FontCollectionData,
  type FontCollectionOptions,
  fontCollections,
} from './font-collections.js'
export type { FontFamily } from './font-family.js'
export type { FontRegistrations } from './font-registrations.js'
export { fontsFeature } from './fonts-feature.js'
export type { SentSettings } from './operations/check-settings.js'
export type { FontsContent, NewFontFaceFrom } from './operations/font-content.js'
export type { NewFontFamily } from './operations/font-family-operations.js'
