// Dialects of the interface.
export {
  clientError,
  cmsDialect,
  corsHeaders,
  type Dialect,
  dialects,
  interfaceNames,
  unlessEmptyZero,
  wpDialect,
} from './dialect.js'
