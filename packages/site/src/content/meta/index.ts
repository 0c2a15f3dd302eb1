// Meta values of posts, terms, users and comments.
export { indexObjects, removeMetaOf } from './indexing/index-writes.js'
export { type MetaPart, type MetaRegistrations, metaFeature } from './meta-feature.js'
export { metaGetters, metaSchema, presentMeta } from './meta-field.js'
export { type MetaKey, type MetaOptions, metaKeys } from './meta-keys.js'
export { type MetaObjects, metaObjects } from './meta-objects.js'
export { applyMetaChanges, metaChecks, planMetaWrite } from './meta-writes.js'
export { addMeta, type MetaObject, type MetaValue, type MetaWriteOptions, writeMeta } from './object-meta.js'
