import type { CompiledSchema, Schema, TypeName } from '@platen/core'
import { registrationKey } from './registration-key.js'
import { assertKnownKeys, RegistrationError, Registrations } from './registrations.js'

/** What a setting is registered with. */
export interface SettingOptions {
  readonly type: Exclude<TypeName, 'null'>
  /** What `null` restores. */
  readonly default?: unknown
  /** What it is until it is set for the first time; the default unless given. */
  readonly initial?: unknown
  readonly description?: string
  readonly title?: string
  /** Further keywords of its schema. */
  readonly schema?: Schema
  /** The name that clients see; the key unless given. */
  readonly name?: string
  readonly showInRest?: boolean
  /** Set when the site cannot do without it: `null` leaves it as it is. */
  readonly indispensable?: boolean
  /** Cleans a valid value before it is stored; `current` is what it is now: returned, it stays. */
  readonly sanitize?: (value: unknown, current: unknown) => unknown
}

/** A registered setting. `key` is the option it is stored as. */
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

/** Settles the defaults of a setting, compiles its schema and freezes it. */
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
    throw new RegistrationError(`the default of the setting ${key} does not fit its schema`)
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
