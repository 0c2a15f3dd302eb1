// Folders on disk, and what a site measures of them.
export { folderSize } from './folder-size.js'
export { isMissing } from './is-missing.js'
export { measuredSizes, type MeasureSize } from './measured-sizes.js'
