import { type CompiledSchema, compileSchema, type Schema } from '@platen/core'
import { type BlockTypeDefinition, type BlockValues, type PlainChange, UNCHANGED } from './block-type.js'

/** A registered block type. */
export interface BlockType<Scope extends object = object> {
  readonly definition: BlockTypeDefinition<Scope>
  readonly isDynamic: boolean
  /** See `BlockAdjustment.plain`; a block without an adjustment shows its saved HTML. */
  readonly plainChange: PlainChange | undefined
  /** Validates attributes, and adds the defaults of their schemas. An invalid value is replaced by its default. */
  readonly prepareAttributes: (given: BlockValues) => Record<string, unknown>
}

/** The block types of a site. Blocks of unknown types show their saved HTML. */
export interface BlockRegistry<Scope extends object = object> {
  /** Adds or replaces a block type. Throws a TypeError for an invalid definition, a `SchemaError` for an invalid schema. */
  register(definition: BlockTypeDefinition<Scope>): void
  unregister(name: string): void
  get(name: string): BlockType<Scope> | undefined
  all(): readonly BlockType<Scope>[]
  /** Whether a text may use blocks with `load`; false if it certainly does not. */
  mayLoad(text: string): boolean
}

/** Options of {@link createBlockRegistry}. */
export interface BlockRegistryOptions<Scope extends object = object> {
  /** The initial block types; the last one of a name counts. None by default. */
  readonly blocks?: Iterable<BlockTypeDefinition<Scope>> | undefined
  /** Compiles the schemas of attributes; `compileSchema` by default. */
  readonly compile?: ((schema: Schema) => CompiledSchema) | undefined
}

const validName = /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/
const CORE = 'core/'

/** Keywords by which editors find the value in the saved HTML: not part of the schema. */
const SOURCES = new Set(['source', 'selector', 'attribute', 'query', 'meta', 'multiline', 'role'])

const schemaOf = (attribute: Schema): Schema =>
  Object.fromEntries(Object.entries(attribute).filter(([keyword]) => !SOURCES.has(keyword)))

const attributePreparer = (
  schemas: Readonly<Record<string, Schema>>,
  compile: (schema: Schema) => CompiledSchema,
): BlockType['prepareAttributes'] => {
  const compiled: [string, Schema, CompiledSchema][] = Object.entries(schemas).map(([name, schema]) => [
    name,
    schema,
    compile(schemaOf(schema)),
  ])
  return given => {
    const attributes: Record<string, unknown> = { ...given }
    for (const [name, schema, { validate, sanitize }] of compiled) {
      const value = attributes[name]
      if (value !== undefined && validate(value, name) === undefined) attributes[name] = sanitize(value)
      else if (schema.default !== undefined) attributes[name] = schema.default
      else delete attributes[name]
    }
    return attributes
  }
}

const checkDefinition = <Scope extends object>({ name, load, render, includes }: BlockTypeDefinition<Scope>): void => {
  if (!validName.test(name)) throw new TypeError(`A block's name is namespace/name, in lower case: ${name}`)
  if (load !== undefined && render === undefined) throw new TypeError(`The block ${name} loads but does not render`)
  if (includes !== undefined && load === undefined) throw new TypeError(`The block ${name} includes but does not load`)
}

/** Creates a registry of block types: empty, or with `blocks` such as {@link coreBlocks}. */
export function createBlockRegistry<Scope extends object = object>({
  blocks = [],
  compile = compileSchema,
}: BlockRegistryOptions<Scope> = {}): BlockRegistry<Scope> {
  const types = new Map<string, BlockType<Scope>>()
  let loading: readonly string[] = []
  const findLoading = (): void => {
    const names = [...types.values()].filter(type => type.definition.load !== undefined)
    // The namespace `core` may be left out in a text.
    loading = names.flatMap(({ definition: { name } }) => [
      `wp:${name}`,
      ...(name.startsWith(CORE) ? [`wp:${name.slice(CORE.length)}`] : []),
    ])
  }
  const registry: BlockRegistry<Scope> = {
    register(definition) {
      checkDefinition(definition)
      const { name, attributes = {}, adjust, render } = definition
      types.set(name, {
        definition,
        isDynamic: render !== undefined,
        plainChange: render === undefined ? (adjust === undefined ? UNCHANGED : adjust.plain) : undefined,
        prepareAttributes: attributePreparer(attributes, compile),
      })
      findLoading()
    },
    unregister(name) {
      types.delete(name)
      findLoading()
    },
    get: name => types.get(name),
    all: () => [...types.values()],
    mayLoad: text => loading.some(name => text.includes(name)),
  }
  for (const definition of blocks) registry.register(definition)
  return registry
}
