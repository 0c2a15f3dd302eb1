// Meta values of posts, terms, users and comments.
export { type MetaPart, type MetaRegistrations, metaFeature, metaObjects } from './meta-feature.js'
export { type MetaKey, type MetaKeys, type MetaOptions, metaKeys } from './meta-keys.js'
export {
  applyMetaChanges,
  type MetaChange,
  type MetaWriteScope,
  metaChecks,
  metaGetters,
  metaSchema,
  planMetaWrite,
} from './meta-values.js'
export { addMeta, type MetaObject, type MetaValue, type ObjectMeta, writeMeta } from './object-meta.js'
export { presentMeta } from './present-meta.js'
