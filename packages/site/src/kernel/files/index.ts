// Folders on disk, and what a site measures of them.
export { folderSize } from './folder-size.js'
export { isMissing } from './is-missing.js'
export { type MeasureSize, measuredSizes } from './measured-sizes.js'
