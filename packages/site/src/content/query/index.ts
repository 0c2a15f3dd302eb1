// The query block and its pages.
export { queryBlocks } from './query-blocks.js'
