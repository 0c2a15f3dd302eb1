import {
  type CompiledSchema,
  checks,
  type OptionChecks,
  type RestError,
  type Schema,
  type TypeName,
} from '@platen/core'
import { registrationKey } from '../../kernel/context/index.js'
import { compileFor, RegistrationError, Registrations, withDefaults } from '../../kernel/registrations/index.js'

/** The options of a setting. */
export interface SettingOptions {
  readonly type: Exclude<TypeName, 'null'>
  /** The value that `null` restores. */
  readonly default?: unknown
  /** The value until the setting is first set; `default` by default. */
  readonly initial?: unknown
  readonly description?: string
  readonly title?: string
  /** Additional keywords of the schema. */
  readonly schema?: Schema
  /** The name in requests and responses; the key by default. */
  readonly name?: string
  readonly showInRest?: boolean
  /** Whether the site requires a value: `null` leaves the current one unchanged. */
  readonly required?: boolean
  /** Cleans a valid value before it is stored; returning `current` leaves the setting unchanged. */
  readonly sanitize?: (value: unknown, current: unknown) => unknown
}

const { anObject, anyText, callable, flag, required, text, where } = checks
const anything = where('a value', () => true)

const settingChecks: OptionChecks<SettingOptions> = {
  type: required(text),
  default: anything,
  initial: anything,
  description: anyText,
  title: anyText,
  schema: anObject,
  name: text,
  showInRest: flag,
  required: flag,
  sanitize: callable,
}

/** A registered setting. `key` is the name of the stored option. */
export interface SettingKey extends Required<Omit<SettingOptions, 'type' | 'default' | 'description' | 'title'>> {
  readonly key: string
  readonly compiled: CompiledSchema
  readonly fallback: unknown
}

/** Resolves the defaults of a setting, compiles its schema and freezes it. */
export function settingKey(
  key: string,
  options: SettingOptions,
  compile: (schema: Schema) => CompiledSchema,
): SettingKey {
  const fallback = options.default ?? null
  const {
    type,
    title,
    description,
    default: _,
    ...resolved
  } = withDefaults(
    `the setting ${key}`,
    options,
    {
      type: options.type,
      default: null,
      initial: fallback,
      description: '',
      title: '',
      schema: {},
      name: key,
      showInRest: true,
      required: false,
      sanitize: value => value,
    },
    settingChecks,
  )
  const schema: Schema = Object.freeze({ type, title, description, default: fallback, ...options.schema })
  const compiled = compileFor(`the setting ${key}`, schema, compile)
  if (fallback !== null && compiled.validate(fallback, key) !== undefined)
    throw new RegistrationError(`the default of the setting ${key} does not match its schema`)
  const { initial } = resolved
  if (initial !== null && initial !== fallback && compiled.validate(initial, key) !== undefined)
    throw new RegistrationError(`the initial value of the setting ${key} does not match its schema`)
  return Object.freeze({ key, ...resolved, schema, compiled, fallback })
}

/** The settings of a site. */
export const settingKeys = registrationKey('settings', () => new Registrations<SettingKey>('the setting'))

/** The argument of a setting, as discovery shows it: without its default. `settingCheck` validates it. */
export function settingArg(setting: SettingKey): Schema {
  const { default: _default, ...shown } = setting.schema
  return shown
}

/** Accepts `null`, which restores the default, and a value that fits. */
export const settingCheck = (setting: SettingKey, value: unknown): RestError | undefined =>
  value === null ? undefined : setting.compiled.validate(value, setting.name)
