// Meta values of posts, terms, users and comments.
export { type MetaPart, type MetaRegistrations, metaFeature, metaObjects } from './meta-feature.js'
export { type MetaKey, type MetaOptions, metaKeys } from './meta-keys.js'
export { applyMetaChanges, metaChecks, metaGetters, metaSchema, planMetaWrite } from './meta-values.js'
export { addMeta, type MetaObject, type MetaValue, writeMeta } from './object-meta.js'
export { presentMeta } from './present-meta.js'
