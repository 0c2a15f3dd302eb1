// OpenAPI documents of registries, and what has changed between two of them.
export { compareOpenApi, type OpenApiChanges } from './openapi/compare-documents.js'
export { createOpenApiDocument, type OpenApiOptions } from './openapi/create-document.js'
export type {
  ComponentsObject,
  ContentObject,
  JsonSchema,
  OpenApiDocument,
  OperationMethod,
  OperationObject,
  ParameterObject,
  PathItemObject,
  Reference,
  RequestBodyObject,
  ResponseObject,
  SecuritySchemeObject,
} from './openapi/document.js'
export { type GetExample, withExamples } from './openapi/examples.js'
export type { OpenApiChange } from './openapi/findings.js'
export { type PathParameter, type PathTemplate, pathTemplates } from './openapi/path-templates.js'
export { type Translation, translateSchema } from './openapi/translate-schema.js'
