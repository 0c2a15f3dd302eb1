/** A schema of JSON Schema 2020-12. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: boolean | JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly [keyword: string]: unknown
}

/** A reference to a component. */
export type Reference = { readonly $ref: string }

/** A parameter of an operation. */
export interface ParameterObject {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly description?: string
  readonly required?: boolean
  readonly deprecated?: boolean
  readonly style?: 'form' | 'deepObject'
  readonly explode?: boolean
  readonly schema: JsonSchema
}

/** The content of a body, by media type. */
export type ContentObject = Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>

/** The body of a request. */
export interface RequestBodyObject {
  readonly required?: boolean
  readonly content: ContentObject
}

/** A response. */
export interface ResponseObject {
  readonly description: string
  readonly headers?: Readonly<Record<string, Reference>>
  readonly content?: ContentObject
}

/** What a method of a path does. */
export interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary?: string
  readonly parameters?: readonly (ParameterObject | Reference)[]
  readonly requestBody?: RequestBodyObject | Reference
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
}

/** The methods of operations, as members of a path. */
export type OperationMethod = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The operations of a path. */
export interface PathItemObject extends Readonly<Partial<Record<OperationMethod, OperationObject>>> {
  /** The regular expression of the route, in the notation of the index. */
  readonly 'x-route': string
}

/** A security scheme. */
export interface SecuritySchemeObject {
  readonly type: 'http' | 'apiKey'
  readonly description: string
  readonly scheme?: 'basic' | 'bearer'
  readonly in?: 'cookie' | 'header'
  readonly name?: string
}

/** The parts of a document that operations share. */
export interface ComponentsObject {
  readonly schemas: Readonly<Record<string, JsonSchema>>
  readonly parameters: Readonly<Record<string, ParameterObject>>
  readonly headers: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>
  readonly responses: Readonly<Record<string, ResponseObject>>
  readonly requestBodies: Readonly<Record<string, RequestBodyObject>>
  readonly securitySchemes: Readonly<Record<string, SecuritySchemeObject>>
}

/** An OpenAPI 3.1 document, with the members that this interface needs. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly jsonSchemaDialect: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, PathItemObject>>
  readonly components: ComponentsObject
}
