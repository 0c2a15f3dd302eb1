// Block patterns: registered ones, those of themes, and synced ones.
export {
  type DirectoryPattern,
  type PatternDirectory,
  type PatternDirectoryConfig,
  type PatternDirectoryQuery,
  patternDirectoryOption,
  patternDirectoryOrders,
} from './pattern-directory.js'
export { patternsFeature } from './patterns-feature.js'
export { syncedPattern } from './synced-pattern.js'
export { syncedPatternsFeature } from './synced-patterns-feature.js'
