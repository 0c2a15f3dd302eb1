export { metaSchema } from './meta-schema.js'
export { applyMetaChanges, type MetaChange, type MetaWriteScope, metaChecks, planMetaWrite } from './meta-writes.js'
export { metaGetters } from './present-meta.js'
