export type { AuthenticationScheme, Authenticator } from './access/authenticator.js'
export { anonymous, type Principal, type PrincipalScope } from './access/principal.js'
export type { PageHandler, PageRequest, PageResponse } from './adapter-checks.js'
export { type AdapterOptions, adapterChecks, type Dispatcher, requireAdapter } from './adapter-checks.js'
export { type ArrivingBody, receiveBody } from './arriving-body.js'
export { type BatchOptions, MAX_BATCH_REQUESTS, registerBatch } from './batch/batch-route.js'
export { type BinaryBody, binaryBody } from './binary-body.js'
export {
  type BoundedCache,
  copyText,
  createBoundedCache,
} from './bounded-cache.js'
export { canonicalJson } from './canonical-json.js'
export { type CorsHeaders, type CorsOptions, createCors, isOrigin } from './cors.js'
export { describeRoute, type RouteDescription } from './discovery/describe-route.js'
export { type RootDescription, type RootOptions, registerRootIndex } from './discovery/index-routes.js'
export { bodyChunks } from './dispatch/body-chunks.js'
export { MAX_BODY_BYTES } from './dispatch/body-limits.js'
export { PRIVATE_CACHE_CONTROL } from './dispatch/cache-headers.js'
export { type Call, type CallOptions, type CallResult, createCall } from './dispatch/call.js'
export { isNotModified, preconditionFailed } from './dispatch/conditional.js'
export type { DispatchContext } from './dispatch/dispatch-context.js'
export { failureResponse } from './dispatch/failure-response.js'
export { changedRequest } from './dispatch/incoming-request.js'
export { parseJson } from './dispatch/parse-json.js'
export { peekable } from './dispatch/peekable-body.js'
export {
  type ErrorHandler,
  errorReporter,
  logError,
  type RequestLine,
  requestLine,
  requestLineOf,
} from './dispatch/report-error.js'
export type { ComputedResponse, ResponseCache } from './dispatch/response-cache.js'
export { internalError } from './dispatch/to-rest-error.js'
export { invalidParams } from './dispatch/validate-arguments.js'
export { type EmptyObjects, presentEmptyObjects } from './empty-objects.js'
export { peekFormField } from './form-beginning.js'
export { standardLineEnds } from './form-line-ends.js'
export { isMultipartForm, isUrlencodedForm } from './form-types.js'
export { type ForwardedClient, forwardedClient } from './forwarded-client.js'
export { generate } from './generate.js'
export { groupBy } from './group-by.js'
export { GrowingBytes } from './growing-bytes.js'
export { headerList } from './header-list.js'
export { headerText } from './header-text.js'
export { isLocalHost } from './is-local-host.js'
export { type InterfaceNames, type Link, type Links, linkHeader, withCuries } from './links.js'
export { type MaybePromise, whenAvailable } from './maybe-promise.js'
export { createMemoryBudget, type MemoryBudget, type Transfer } from './memory-budget.js'
export { once } from './once.js'
export { checks } from './options/option-checks.js'
export {
  type OptionCheck,
  type OptionChecks,
  optionsComplaint,
  type RequiredOptionCheck,
  requireOptions,
} from './options/options.js'
export { parsePairs, parseQuery } from './params/parse-query.js'
export { DEFAULT_QUERY_LIMITS, type QueryLimits } from './params/query-limits.js'
export { writePath, writeQuery } from './params/write-query.js'
export { readForm } from './read-form.js'
export { forbidden } from './registry/compile-route.js'
export type { ConditionalState } from './registry/conditional-state.js'
export { createRegistry } from './registry/create-registry.js'
export {
  type Admission,
  type AnyEndpoint,
  type Args,
  type ArgValidator,
  type BodyOptions,
  type EndpointDefinition,
  type EndpointParams,
  endpoint,
  type HandlerRequest,
  type Method,
  type Permission,
  type PermissionResult,
  type RefusalHandler,
  type Reply,
  type ResponseFormat,
  type RouteDefinition,
} from './registry/definition.js'
export { createMemo, type MemoKey, memoKey } from './registry/memo-key.js'
export type { RegisterEndpoint, Registry, RegistryOptions } from './registry/registry.js'
export { queryLimitChecks } from './registry/registry-checks.js'
export type { ResponseDefinition, ResponseShape } from './registry/response-definition.js'
export type { CompiledArg, Endpoint, Route } from './registry/route.js'
export { compileRoutePath, type PathParams, type RoutePath } from './registry/route-path.js'
export type { RouteMatch, Router } from './registry/router.js'
export type {
  Dispatch,
  FormLimits,
  IncomingFile,
  MultipartForm,
  ReceivedFile,
  RequestBody,
  RestRequest,
  RestResponse,
  StreamBody,
  UploadedFile,
} from './request.js'
export { createTargetReader, outsideInterface, type RequestTarget, type TargetOptions } from './request-target.js'
export { contextOf, defineResource, isContext } from './resource/define-resource.js'
export {
  type ArgumentUse,
  type Context,
  type CreateArgs,
  type FieldDefinition,
  type FieldShapes,
  fieldBuilder,
  type Getter,
  type JsonGetter,
  type RequestedField,
  type UpdateArgs,
} from './resource/field.js'
export { allFields, type FieldSelection, noFields, parseFieldSelection } from './resource/field-selection.js'
export { type ItemSource, Items } from './resource/items.js'
export { EMPTY_LIST_LINK, type LinkHref, type LinkRow } from './resource/link-row.js'
export { linkTable, type ResourceLinks } from './resource/link-table.js'
export { type CollectionPlace, type ItemPage, pageReply } from './resource/page-reply.js'
export { requireJson } from './resource/plan.js'
export type { RequestedRecords } from './resource/preloaded-views.js'
export type { FieldFailure, Resource, ResourceDefinition } from './resource/resource.js'
export { BareRefusal, type ErrorBody, RestError, type RestErrorOptions } from './rest-error.js'
export { type CompiledSchema, compileSchema, SchemaError } from './schema/compile-schema.js'
export { cleanUri, SAFE_SCHEMES } from './schema/formats/uri.js'
export type { FromSchema, ParamsOf } from './schema/from-schema.js'
export { nearestWord } from './schema/nearest-word.js'
export { objectSchema } from './schema/object-schema.js'
export { rebasedSchema } from './schema/rebased-schema.js'
export type { FormatName, Schema, TypeName } from './schema/schema.js'
export { type SchemaCompiler, schemaCompiler } from './schema/schema-compiler.js'
export { type SchemaRules, specifiedRules } from './schema/schema-rules.js'
export { hasFewerCharacters, hasMoreCharacters } from './text/character-count.js'
export { isUrl } from './text/is-url.js'
export { messageOf } from './text/message-of.js'
export { normalize } from './text/normalize.js'
export { trimCharacters, trimEndCharacters, trimStartCharacters } from './text/trim-characters.js'
export { isUuid, newUuid } from './uuid.js'
export { withoutUndefined } from './without-undefined.js'
