// Directories of blocks and patterns.
export type { BlockDirectory, BlockDirectoryConfig, BlockDirectoryQuery, DirectoryBlock } from './block-directory.js'
export { directoriesFeature } from './directories-feature.js'
