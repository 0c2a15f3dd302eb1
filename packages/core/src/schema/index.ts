export { type CompiledSchema, compileSchema, SchemaError } from './compile-schema.js'
export type { FormatName, FromSchema, ParamsOf, Schema, TypeName } from './schema.js'
