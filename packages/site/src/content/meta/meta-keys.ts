import { type CompiledSchema, checks, type OptionChecks, rebasedSchema, type Schema, type TypeName } from '@platen/core'
import { registrationKey, type SitePrincipal } from '../../kernel/context/index.js'
import { compileFor, RegistrationError, registeredTooLate, withDefaults } from '../../kernel/registrations/index.js'

/** The objects that the values of a meta key refer to, by their ids. */
export interface MetaReference {
  /** Their kind: `post`, `term`, `user` or `comment`. Media are posts of the subtype `attachment`. */
  readonly object: string
  /** Their post types or taxonomies; all by default. */
  readonly subtypes?: readonly string[]
}

/** The options of a meta key. */
export interface MetaOptions {
  readonly object: string
  /** The post type or taxonomy that has the key; empty for all. */
  readonly subtype?: string
  /** Restricts a key for all subtypes to some of them. Called when the routes are declared. */
  readonly appliesTo?: (subtype: string) => boolean
  readonly key: string
  readonly type: Exclude<TypeName, 'null'>
  readonly single?: boolean
  readonly default?: unknown
  /** The title of the value's schema, for people; empty by default. */
  readonly label?: string
  readonly description?: string
  /** Additional keywords of the value's schema. */
  readonly schema?: Schema
  /** The name in requests and responses, if it differs from the key. */
  readonly name?: string
  readonly showInRest?: boolean
  /** Whether a caller who may edit the object may set the key. By default true unless the key begins with `_`. */
  readonly authorize?: (principal: SitePrincipal, objectId: number) => boolean
  /** Whether a caller who may read the object may read the key; by default true. Others neither see nor filter by it. */
  readonly authorizeRead?: (principal: SitePrincipal) => boolean
  /** Whether lists can be filtered by the value. With objects as values, by each of their declared properties. */
  readonly filterable?: boolean
  /** Whether lists can be ordered by the value: that of a `single` key. */
  readonly sortable?: boolean
  /** Whether the objects of a list can be counted by value. */
  readonly facet?: boolean
  /**
   * Whether no two objects of a subtype may have the same value, compared as filters compare: a second one is refused with
   * a 409 `rest_conflict`. What clients read where nothing is stored, such as an empty text or 0, does not count. For
   * `single` keys with texts or numbers, without a default.
   */
  readonly unique?: boolean
  /**
   * Declares that the values are ids of other objects, which must exist and which the writer must be able to read; 0 is
   * none. The key is `filterable`, and its `type` is `integer` or an array of integers.
   */
  readonly refersTo?: MetaReference
  /**
   * What happens when an object is permanently deleted that values refer to: they stay, they are removed, or the deletion
   * is refused with a 409. By default, they stay.
   */
  readonly onDelete?: 'keep' | 'clear' | 'refuse'
  /**
   * Whether revisions contain the key of their post: a change of the value creates a revision, and restoring a revision
   * restores it. Only for posts.
   */
  readonly revisionsEnabled?: boolean
  /** Whether the value belongs to the content: where the content of a post needs a password, so does the value. Only for posts. */
  readonly partOfContent?: boolean
  /** Changes a valid value before it is stored, for example removes HTML that the caller may not use. */
  readonly filter?: (value: unknown, principal: SitePrincipal) => unknown
}

const { anObject, anyText, callable, flag, oneOf, required, shaped, text, texts, where } = checks

const metaChecks: OptionChecks<MetaOptions> = {
  object: required(text),
  subtype: anyText,
  appliesTo: callable,
  key: required(anyText),
  type: required(text),
  single: flag,
  default: where('a value', () => true),
  label: anyText,
  description: anyText,
  schema: anObject,
  name: text,
  showInRest: flag,
  authorize: callable,
  authorizeRead: callable,
  filterable: flag,
  sortable: flag,
  facet: flag,
  unique: flag,
  refersTo: shaped<MetaReference>({ object: required(text), subtypes: texts }),
  onDelete: oneOf(['keep', 'clear', 'refuse']),
  revisionsEnabled: flag,
  partOfContent: flag,
  filter: callable,
}

/** A registered meta key; `single` is whether an object has one value of it or a list. */
export interface MetaKey
  extends Required<Omit<MetaOptions, 'type' | 'default' | 'label' | 'description' | 'schema' | 'refersTo'>> {
  readonly refersTo: MetaReference | undefined
  readonly hasDefault: boolean
  /** Whether its values are dates and times. */
  readonly isMoment: boolean
  /** The schema of one value. */
  readonly valueSchema: Schema
  readonly compiled: CompiledSchema
  /** The compiled schema of the request value: one value, or a list. */
  readonly incoming: CompiledSchema
  /** The value when nothing is stored; `null` if the type's empty value does not match the schema. */
  readonly fallback: unknown
}

const emptyOf = (type: string): unknown =>
  ({ string: '', integer: 0, number: 0, boolean: false, array: [], object: {} })[type]

/** Resolves the defaults of a meta key, compiles its schema and freezes it. */
function metaKey(options: MetaOptions, compile: (schema: Schema) => CompiledSchema): MetaKey {
  const {
    type,
    default: defaultValue,
    label,
    description,
    schema,
    ...resolved
  } = withDefaults(
    `the meta key ${options.key}`,
    options,
    {
      object: options.object,
      subtype: '',
      appliesTo: () => true,
      key: options.key,
      type: options.type,
      single: false,
      default: undefined,
      label: '',
      description: '',
      schema: undefined,
      name: options.key,
      showInRest: true,
      authorize: () => !options.key.startsWith('_'),
      authorizeRead: () => true,
      filterable: false,
      sortable: false,
      facet: false,
      unique: false,
      refersTo: undefined,
      onDelete: 'keep',
      revisionsEnabled: false,
      partOfContent: false,
      filter: value => value,
    },
    metaChecks,
  )
  const { key, single } = resolved
  if (key === '') throw new RegistrationError('a meta key must have a name')
  if (resolved.revisionsEnabled && resolved.object !== 'post')
    throw new RegistrationError(`the meta key ${key} cannot be in revisions: only posts have them`)
  if (resolved.partOfContent && resolved.object !== 'post')
    throw new RegistrationError(`the meta key ${key} cannot be part of the content: only posts have it`)
  if (type === 'array' && schema?.items === undefined)
    throw new RegistrationError(`the meta key ${key} has type array and needs schema.items`)
  requireReference(options)
  requireUniqueOptions(options)
  const initial = defaultValue ?? emptyOf(type)
  const reference = resolved.refersTo && { 'x-refers-to': resolved.refersTo }
  const valueSchema: Schema = Object.freeze({
    type,
    title: label,
    description,
    default: initial,
    ...reference,
    ...schema,
  })
  const compiled = compileFor(`the meta key ${key}`, valueSchema, compile)
  const fits = compiled.validate(initial, key) === undefined
  if (options.default !== undefined && !fits)
    throw new RegistrationError(`the default of the meta key ${key} does not match its schema`)
  return Object.freeze({
    ...resolved,
    filterable: resolved.filterable || resolved.refersTo !== undefined,
    hasDefault: options.default !== undefined,
    isMoment: type === 'string' && valueSchema.format === 'date-time',
    valueSchema,
    compiled,
    incoming: single ? compiled : compile({ type: 'array', items: rebasedSchema(valueSchema, 'items') }),
    fallback: fits ? initial : null,
  })
}

/** Refuses options that do not fit the reference of a key. */
function requireReference({ key, type, schema, refersTo, onDelete, revisionsEnabled, ...options }: MetaOptions): void {
  if (refersTo === undefined) {
    if (onDelete === undefined) return
    throw new RegistrationError(`the meta key ${key} has "onDelete", which needs "refersTo"`)
  }
  const items = schema?.items
  const ofItems = items === undefined || Array.isArray(items) ? undefined : (items as Schema).type
  if ((type === 'array' ? ofItems : type) !== 'integer')
    throw new RegistrationError(`the meta key ${key} has "refersTo": its type must be integer, or an array of integers`)
  if (options.default !== undefined)
    throw new RegistrationError(`the meta key ${key} has "refersTo", and cannot have a default`)
  if (revisionsEnabled)
    throw new RegistrationError(
      `the meta key ${key} has "refersTo", and cannot be in revisions: they may refer to objects that are gone`,
    )
}

/** Refuses options that do not fit a key with unique values. */
function requireUniqueOptions({ key, unique, single, revisionsEnabled, ...options }: MetaOptions): void {
  if (unique !== true) return
  if (single !== true) throw new RegistrationError(`the meta key ${key} cannot be unique: its value must be single`)
  if (options.default !== undefined)
    throw new RegistrationError(`the meta key ${key} is unique, and cannot have a default`)
  if (revisionsEnabled)
    throw new RegistrationError(
      `the meta key ${key} is unique, and cannot be in revisions: others may have their values`,
    )
}

/** The meta keys of a site. */
export interface MetaKeys {
  register(options: MetaOptions): void
  /** The keys of one kind of object, for its subtype and for all subtypes, in order of registration. */
  of(object: string, subtype: string): readonly MetaKey[]
  all(): readonly MetaKey[]
  seal(): void
}

/** Creates the registry of meta keys; `compile` compiles their schemas. */
function createMetaKeys(compile: (schema: Schema) => CompiledSchema): MetaKeys {
  const all: MetaKey[] = []
  let sealed = false
  return {
    register(options) {
      if (sealed) throw registeredTooLate(`the meta key "${options.key}"`)
      const key = metaKey(options, compile)
      if (all.some(other => other.object === key.object && other.subtype === key.subtype && other.key === key.key)) {
        const owner = key.subtype === '' ? key.object : `${key.object} ${key.subtype}`
        throw new RegistrationError(`the meta key "${key.key}" is already registered for ${owner}`)
      }
      all.push(key)
    },
    of: (object, subtype) =>
      all.filter(
        key => key.object === object && (key.subtype === '' || key.subtype === subtype) && key.appliesTo(subtype),
      ),
    all: () => all,
    seal() {
      sealed = true
    },
  }
}

/** The meta keys of a site. */
export const metaKeys = registrationKey('meta keys', site => createMetaKeys(site.compile))
