import { checks, type FieldDefinition, type HandlerRequest, type OptionChecks } from '@platen/core'
import { registrationKey } from '../context/index.js'
import { defineFeature } from '../features/index.js'
import type { Actor, Tx } from '../operations/index.js'
import { checkDefinition, RegistrationError, registeredTooLate } from '../registrations/index.js'

/**
 * A user's field on existing resources. When a request includes the field, `load` runs once for a page of records, and
 * `get` runs for each record with the result of `load`.
 */
export interface ExtraField<R = unknown, L = unknown> {
  readonly schema: FieldDefinition<R, unknown, never, unknown>['schema']
  readonly contexts?: FieldDefinition<R, unknown, never, unknown>['contexts']
  /** May be async. The result has the type that `get` receives. */
  readonly load?: (records: readonly R[], request: HandlerRequest) => unknown
  readonly get?: (record: R, loaded: L) => unknown
  /**
   * Stores a value sent for the field, in the transaction that stores the record; throwing rolls the transaction back.
   * Without it the field is readonly.
   */
  readonly set?: (record: R, value: unknown, tx: Tx, actor: Actor) => void | Promise<void>
}

/**
 * Registers a field of one or more resources. The functions of a field get the records of built-in resources, `Records`
 * by name; for others, annotate the parameter: `get: (plant: PostRecord) => …`.
 */
export type RegisterField<Records> = <
  const Resource extends string,
  R = Resource extends keyof Records ? Records[Resource] : unknown,
  L = unknown,
  Stored = R,
>(
  resources: Resource | readonly Resource[],
  name: string,
  field: Omit<ExtraField<R, L>, 'load' | 'set'> &
    Pick<ExtraField<Stored>, 'set'> & {
      readonly load?: (records: readonly R[], request: HandlerRequest) => L | Promise<L>
    },
) => void

/** Users' fields by resource: the name of a post type or taxonomy, `user`, `comment`, `settings` … */
export interface ExtraFields {
  register(resources: string | readonly string[], name: string, field: ExtraField<never, never>): void
  of(resource: string): ReadonlyMap<string, ExtraField>
  /** The names of a resource's fields, for a resource that stores their values. */
  stored(resource: string): readonly string[]
  /** All fields, by resource and name. */
  all(): ReadonlyMap<string, ReadonlyMap<string, ExtraField>>
  /** The resources whose fields were asked for, and whether each stores them: all, once the routes are declared. */
  resources(): ReadonlyMap<string, boolean>
  seal(): void
}

const { anObject, callable, listOf, oneOf, required } = checks

const fieldChecks: OptionChecks<ExtraField<never, never>> = {
  schema: required(anObject),
  contexts: listOf(oneOf(['view', 'edit', 'embed']), 'a list of contexts'),
  load: callable,
  get: callable,
  set: callable,
}

function createExtraFields(): ExtraFields {
  const all = new Map<string, Map<string, ExtraField>>()
  const asked = new Map<string, boolean>()
  let sealed = false
  return {
    register(resources, name, field) {
      if (sealed) throw registeredTooLate(`the field "${name}"`)
      if (name === '') throw new RegistrationError('a field must have a name')
      checkDefinition(`the field "${name}"`, field, fieldChecks)
      for (const resource of [resources].flat()) {
        const own = all.get(resource) ?? new Map<string, ExtraField>()
        if (own.has(name)) throw new RegistrationError(`the field "${name}" of ${resource} is already registered`)
        own.set(name, Object.freeze({ ...field }) as ExtraField)
        all.set(resource, own)
      }
    },
    of(resource) {
      if (!asked.has(resource)) asked.set(resource, false)
      return all.get(resource) ?? new Map()
    },
    stored(resource) {
      asked.set(resource, true)
      return [...(all.get(resource)?.keys() ?? [])]
    },
    all: () => all,
    resources: () => asked,
    seal() {
      sealed = true
    },
  }
}

/** The extra fields of a site's resources. */
export const extraFields = registrationKey('extra fields', createExtraFields)

/** The registration call for fields. */
export interface FieldRegistrations<Records> {
  readonly registerField: RegisterField<Records>
}

/** Fields of users on existing resources. */
export const fieldsFeature = defineFeature({
  name: 'fields',
  registrations: ({ context }): FieldRegistrations<object> => ({
    registerField: (resources, name, field) => context.get(extraFields).register(resources, name, field),
  }),
})
