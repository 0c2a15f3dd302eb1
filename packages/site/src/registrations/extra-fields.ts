import type { FieldDefinition, HandlerRequest } from '@platen/core'
import type { Actor, Tx } from '../operations/tx.js'
import { registrationKey } from './registration-key.js'
import { assertKnownKeys, RegistrationError } from './registrations.js'

/**
 * A field that a user adds to resources. `get` is called with the record for each item whose request wants the field;
 * `load`, when given, is called once for a page of records and its answer is handed to `get`.
 */
export interface ExtraField<R = unknown, L = unknown> {
  readonly schema: FieldDefinition<R, unknown, never, unknown>['schema']
  readonly contexts?: FieldDefinition<R, unknown, never, unknown>['contexts']
  /** May give a promise; what it loads, and what `get` takes, is between the two of them. */
  readonly load?: (records: readonly R[], request: HandlerRequest) => unknown
  readonly get?: (record: R, loaded: L) => unknown
  /**
   * Stores a value that was sent for the field, in the transaction that stores the record; what it throws undoes
   * everything. Without it the field is readonly.
   */
  readonly set?: (record: R, value: unknown, tx: Tx, actor: Actor) => void | Promise<void>
}

/** Fields that users have added, by resource: a post type's or taxonomy's name, `user`, `comment`, `settings` … */
export interface ExtraFields {
  register(resources: string | readonly string[], name: string, field: ExtraField<never, never>): void
  of(resource: string): ReadonlyMap<string, ExtraField>
  seal(): void
}

const FIELD_KEYS: readonly (keyof ExtraField)[] = ['schema', 'contexts', 'load', 'get', 'set']

/** Creates the place where extra fields are registered. */
export function createExtraFields(): ExtraFields {
  const all = new Map<string, Map<string, ExtraField>>()
  let sealed = false
  return {
    register(resources, name, field) {
      if (sealed) throw new RegistrationError(`the field "${name}" comes too late: the site answers requests already`)
      assertKnownKeys(`the field "${name}"`, field, FIELD_KEYS)
      if (name === '' || field.schema === undefined)
        throw new RegistrationError(`the field "${name}" must have a name and a schema`)
      for (const resource of [resources].flat()) {
        const own = all.get(resource) ?? new Map<string, ExtraField>()
        if (own.has(name)) throw new RegistrationError(`the field "${name}" of ${resource} is registered already`)
        own.set(name, Object.freeze({ ...field }) as ExtraField)
        all.set(resource, own)
      }
    },
    of: resource => all.get(resource) ?? new Map(),
    seal() {
      sealed = true
    },
  }
}

/** The fields that users have added to a site's resources. */
export const extraFields = registrationKey('extra fields', createExtraFields)
