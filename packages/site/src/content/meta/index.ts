// Meta values of posts, terms, users and comments.
export { type MetaPart, type MetaRegistrations, metaFeature, metaObjects } from './meta-feature.js'
export { metaGetters, metaSchema, presentMeta } from './meta-field.js'
export { type MetaKey, type MetaOptions, metaKeys } from './meta-keys.js'
export { applyMetaChanges, metaChecks, planMetaWrite } from './meta-writes.js'
export { addMeta, type MetaObject, type MetaValue, writeMeta } from './object-meta.js'
