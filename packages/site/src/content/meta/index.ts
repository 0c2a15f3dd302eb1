// Meta values of posts, terms, users and comments.
export { metaFeature, metaObjects, type MetaPart, type MetaRegistrations } from './meta-feature.js'
export { type MetaKey, metaKeys, type MetaOptions } from './meta-keys.js'
export { applyMetaChanges, metaChecks, metaGetters, metaSchema, planMetaWrite } from './meta-values.js'
export { addMeta, type MetaObject, type MetaValue, writeMeta } from './object-meta.js'
export { presentMeta } from './present-meta.js'
