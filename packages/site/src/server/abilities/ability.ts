import {
  checks,
  type FromSchema,
  type OptionChecks,
  type PermissionResult,
  type RestRequest,
  type RestResponse,
  type Schema,
} from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import type { Actor } from '../../kernel/operations/index.js'
import { checkDefinition, RegistrationError } from '../../kernel/registrations/index.js'
import { abilitySchema, isNameOf } from './ability-category.js'

/** How an ability affects the site, for clients that decide whether to run it. Null or absent means unknown. */
export interface AbilityAnnotations {
  /** Whether it changes nothing. */
  readonly readonly?: boolean | null | undefined
  /** Whether it may destroy something. */
  readonly destructive?: boolean | null | undefined
  /** Whether repeated calls with the same input have no additional effect. */
  readonly idempotent?: boolean | null | undefined
  /** Additional JSON values, such as `instructions` for agents. */
  readonly [name: string]: unknown
}

/** The context that an ability receives besides its input. */
export interface AbilityScope {
  readonly site: SiteContext
  /** The caller, whose permissions apply. */
  readonly actor: Actor
  /** Aborted when the caller no longer needs the result. */
  readonly signal: AbortSignal | undefined
  /** Calls the interface as the same caller. `T` is the type of the response's body; it is not checked. */
  dispatch<T = unknown>(request: Omit<RestRequest, 'principal'>): Promise<RestResponse<T>>
}

/**
 * Who may run an ability: everybody, callers with a capability, or callers that a function permits for a valid input.
 */
export type AbilityPermission<I> =
  | 'public'
  | { readonly capability: string }
  | ((input: I, scope: AbilityScope) => PermissionResult | Promise<PermissionResult>)

/** The options of an ability; `I` is the type of its input. */
export interface AbilityOptions<I> {
  /** Its name for people. */
  readonly label: string
  /** A description for people and agents. */
  readonly description: string
  /** The slug of its category; see `registerAbilityCategory`. */
  readonly category: string
  /**
   * The schema of the input, which is converted to its types; without one, there is no input. Its `default` is the
   * input of calls without input. A function is called when the schema is first needed.
   */
  readonly inputSchema?: Schema | (() => Schema) | undefined
  /** The schema that the output must match; without one, any output does. */
  readonly outputSchema?: Schema | (() => Schema) | undefined
  readonly annotations?: AbilityAnnotations | undefined
  readonly permission: AbilityPermission<I>
  /** Runs the ability. The output is a JSON value; a `RestError` is sent unchanged. */
  readonly execute: (input: I, scope: AbilityScope) => unknown
  /** Whether REST lists and runs it; by default, the value of `public`. */
  readonly showInRest?: boolean | undefined
  /** Whether it is meant for clients at all, such as REST and agents; false by default. */
  readonly public?: boolean | undefined
  /** Additional JSON values in `meta` for clients. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined
}

/** The options of an ability whose input has the type of a schema. */
export type TypedAbility<S extends Schema> = AbilityOptions<FromSchema<S>> & {
  readonly inputSchema?: S | (() => S) | undefined
}

/** A registered ability, with all defaults resolved. */
export interface Ability
  extends Pick<AbilityOptions<never>, 'label' | 'description' | 'category' | 'permission' | 'execute'> {
  /** Its name with a namespace, such as `shop/count-stock`. */
  readonly name: string
  readonly annotations: AbilityAnnotations
  /** The schema of its input; `undefined` if it has none. */
  readonly inputSchema: Schema | undefined
  readonly outputSchema: Schema | undefined
  readonly showInRest: boolean
  readonly public: boolean
  readonly meta: Readonly<Record<string, unknown>>
}

/** Declares an ability for `abilities` of a feature: infers the type of the input from its schema. */
export const defineAbility = <const S extends Schema = Schema>(
  options: TypedAbility<S>,
): AbilityOptions<FromSchema<S>> => options

const { anObject, callable, either, flag, required, text, where } = checks
const schema = either(anObject, callable)

const abilityChecks: OptionChecks<AbilityOptions<never>> = {
  label: required(text),
  description: required(text),
  category: required(text),
  inputSchema: schema,
  outputSchema: schema,
  annotations: anObject,
  // `requirePermission` says more about it, also if it is missing.
  permission: { ...where('a permission', () => true), required: true },
  execute: required(callable),
  showInRest: flag,
  public: flag,
  meta: anObject,
}

/** Checks and freezes an ability. Throws a `RegistrationError` that names the ability and the option. */
export function ability(
  name: string,
  options: AbilityOptions<never>,
  { compile, dialect }: Pick<SiteContext, 'compile' | 'dialect'>,
): Ability {
  const what = `the ability "${name}"`
  checkDefinition(what, options, abilityChecks)
  if (!isNameOf(dialect.abilities.names, name, compile) || name.endsWith('/run'))
    throw new RegistrationError(
      `"${name}" is not a valid name for the ability; a name has two to four lowercase parts, as in shop/count-stock, and does not end in /run`,
    )
  requirePermission(what, options.permission)
  const input = abilitySchema(what, 'inputSchema', options.inputSchema, compile)
  const output = abilitySchema(what, 'outputSchema', options.outputSchema, compile)
  const isPublic = options.public ?? false
  return Object.freeze({
    ...options,
    name,
    annotations: annotationsOf(what, options.annotations),
    public: isPublic,
    showInRest: options.showInRest ?? isPublic,
    meta: Object.freeze({ ...options.meta }),
    get inputSchema() {
      return input()
    },
    get outputSchema() {
      return output()
    },
  })
}

function requirePermission(what: string, permission: AbilityPermission<never> | undefined): void {
  if (permission === 'public' || typeof permission === 'function') return
  if (typeof permission === 'object' && typeof permission?.capability === 'string') return
  throw new RegistrationError(
    permission === undefined
      ? `${what} declares no permission; use 'public' if everybody may run it`
      : `${what}: "permission" must be 'public', { capability: '…' } or a function`,
  )
}

/** The annotations that methods and filters depend on. */
const FLAGS = ['readonly', 'destructive', 'idempotent'] as const

function annotationsOf(what: string, annotations: AbilityAnnotations = {}): AbilityAnnotations {
  for (const flag of FLAGS) {
    if (annotations[flag] !== undefined && annotations[flag] !== null && typeof annotations[flag] !== 'boolean')
      throw new RegistrationError(`${what}: the annotation "${flag}" is not a boolean`)
  }
  return Object.freeze({ ...annotations, ...Object.fromEntries(FLAGS.map(flag => [flag, annotations[flag] ?? null])) })
}
