import type { CompiledSchema } from '../schema/compile-schema.js'
import type { Schema } from '../schema/schema.js'
import type { ConditionalState } from './conditional-state.js'
import type {
  ArgValidator,
  BodyOptions,
  HandlerRequest,
  Method,
  PermissionResult,
  Reply,
  ResponseFormat,
} from './definition.js'
import type { ResponseDefinition } from './response-definition.js'
import type { RoutePath } from './route-path.js'

/** A compiled argument. */
export interface CompiledArg {
  readonly name: string
  readonly schema: Schema
  /** Overrides for members of the schema in discovery. */
  readonly shown: Readonly<Record<string, unknown>> | undefined
  /** Whether discovery shows it. */
  readonly described: boolean
  readonly compiled: CompiledSchema
  /** Whether its schema accepts null, even if the schema is not enforced. */
  takesNull(): boolean
  readonly required: boolean
  readonly validator: ArgValidator | undefined
  /** The value that null represents; undefined if null is a value like any other. */
  forNull(): unknown
}

/** A compiled endpoint. */
export interface Endpoint {
  readonly methods: readonly Method[]
  readonly args: readonly CompiledArg[]
  readonly argsByName: ReadonlyMap<string, CompiledArg>
  /** The integers in the path that no argument declares. */
  readonly pathIntegers: readonly string[]
  readonly defaults: Readonly<Record<string, unknown>>
  /** The arguments whose default is not valid for their schema, so a valid request must contain them. */
  readonly refusedDefaults: readonly CompiledArg[]
  readonly requiresLogin: boolean
  /** Whether it is within every scope. */
  readonly anyScope: boolean
  /** Whether `Allow` lists it only for valid requests. */
  readonly allowedWhenValid: boolean | readonly string[]
  readonly cacheable: boolean
  /** Whether everybody may call it. */
  readonly public: boolean
  readonly hasValidators: boolean
  /** The arguments that are validated before others; if undefined, those of the registry are used. */
  readonly validatedFirst: readonly string[] | undefined
  /** The arguments whose validators run only if no schema refuses an argument. */
  readonly validatedLast: readonly string[]
  readonly body: BodyOptions
  readonly responds: ResponseDefinition | undefined
  permit(request: HandlerRequest): PermissionResult | Promise<PermissionResult>
  handle(request: HandlerRequest): Reply | Promise<Reply>
  readonly preload: ((requests: readonly HandlerRequest[]) => void | Promise<void>) | undefined
  readonly format: ((request: HandlerRequest) => ResponseFormat | undefined) | undefined
  readonly state:
    | ((request: HandlerRequest) => ConditionalState | undefined | Promise<ConditionalState | undefined>)
    | undefined
}

/** A compiled route. */
export interface Route {
  readonly namespace: string
  readonly path: RoutePath
  readonly endpoints: readonly Endpoint[]
  readonly methods: readonly Method[]
  /** Whether everybody may use all of its methods. */
  readonly public: boolean
  /** All of its methods, as the value of `Allow`. */
  readonly allow: string
  readonly batch: boolean | undefined
  readonly schema: (() => Schema) | undefined
  /** The schema of one resource in responses; undefined if the definition has no schema. */
  readonly responseSchema: (() => Schema) | undefined
}
