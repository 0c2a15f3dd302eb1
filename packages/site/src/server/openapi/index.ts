// The OpenAPI document of a site.
export { type OpenApiConfig, openApiDocument, openApiFeature } from './openapi-feature.js'
