// The styles of a site and its users.
export type { GlobalStylesContent } from './global-styles-content.js'
export { globalStylesFeature } from './global-styles-feature.js'
export { updateGlobalStyles } from './global-styles-operations.js'
export { ensureUserStyles, storedUserStyles } from './user-styles.js'
