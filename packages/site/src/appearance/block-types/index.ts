// REST of block types, and the renderer of blocks.
export { blockRendererFeature } from './block-renderer-feature.js'
export { blockTypesFeature } from './block-types-feature.js'
