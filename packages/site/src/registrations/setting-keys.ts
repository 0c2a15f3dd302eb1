import type { CompiledSchema, Schema, TypeName } from '@platen/core'
import { registrationKey } from './registration-key.js'
import { assertKnownKeys, RegistrationError, Registrations } from './registrations.js'

/** The options of a setting. */
export interface SettingOptions {
  readonly type: Exclude<TypeName, 'null'>
  /** The value that `null` restores. */
  readonly default?: unknown
  /** The value until the setting is first set; `default` unless given. */
  readonly initial?: unknown
  readonly description?: string
  readonly title?: string
  /** Additional keywords of the schema. */
  readonly schema?: Schema
  /** The name in requests and responses; the key unless given. */
  readonly name?: string
  readonly showInRest?: boolean
  /** Whether the site requires a value: `null` leaves the current one unchanged. */
  readonly indispensable?: boolean
  /** Cleans a valid value before it is stored; returning `current` leaves the setting unchanged. */
  readonly sanitize?: (value: unknown, current: unknown) => unknown
}

/** A registered setting. `key` is the name of the stored option. */
export interface SettingKey {
  readonly key: string
  readonly name: string
  readonly schema: Schema
  readonly compiled: CompiledSchema
  readonly fallback: unknown
  readonly initial: unknown
  readonly showInRest: boolean
  readonly indispensable: boolean
  readonly sanitize: (value: unknown, current: unknown) => unknown
}

const OPTION_KEYS: readonly (keyof SettingOptions)[] = [
  'type',
  'default',
  'initial',
  'description',
  'title',
  'schema',
  'name',
  'showInRest',
  'indispensable',
  'sanitize',
]

/** Resolves the defaults of a setting, compiles its schema and freezes it. */
export function settingKey(
  key: string,
  options: SettingOptions,
  compile: (schema: Schema) => CompiledSchema,
): SettingKey {
  assertKnownKeys(`the setting ${key}`, options, OPTION_KEYS)
  const schema: Schema = Object.freeze({
    type: options.type,
    ...(options.title === undefined ? {} : { title: options.title }),
    description: options.description ?? '',
    default: options.default ?? null,
    ...options.schema,
  })
  const compiled = compile(schema)
  if (
    options.default !== undefined &&
    options.default !== null &&
    compiled.validate(options.default, key) !== undefined
  ) {
    throw new RegistrationError(`the default of the setting ${key} does not match its schema`)
  }
  const fallback = options.default ?? null
  return Object.freeze({
    key,
    name: options.name ?? key,
    schema,
    compiled,
    fallback,
    initial: options.initial ?? fallback,
    showInRest: options.showInRest ?? true,
    indispensable: options.indispensable ?? false,
    sanitize: options.sanitize ?? (value => value),
  })
}

/** The settings of a site. */
export const settingKeys = registrationKey('settings', () => new Registrations<SettingKey>('the setting'))
