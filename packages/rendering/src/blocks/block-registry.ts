import { type CompiledSchema, compileSchema, messageOf, type Schema, SchemaError } from '@platen/core'
import { createRenderedTexts, type RenderedTexts } from '../content/rendered-texts.js'
import { BINDINGS_MARK, type BindingSource, patternOverrides } from './bindings/binding-source.js'
import { checkBlock, checkSource } from './block-checks.js'
import type { BlockAttribute, BlockAttributes, BlockTypeDefinition, BlockValues } from './block-type.js'
import { isSet } from './is-set.js'
import { supportedAttributes } from './supported-attributes.js'

/** A registered block type. */
export interface BlockType<Scope extends object = object> {
  readonly definition: BlockTypeDefinition<Scope>
  /** Its attributes, including those that its `supports` add. */
  readonly attributes: BlockAttributes
  /** Whether it has `render`. */
  readonly isDynamic: boolean
  /** Whether clients treat it as rendered by the site; by default, whether it has `render`. */
  readonly isRendered: boolean
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
  /** Adds or replaces a source of bound attributes. Throws a TypeError for an invalid name. */
  registerSource(source: BindingSource<Scope>): void
  source(name: string): BindingSource<Scope> | undefined
  /** HTML that depends on nothing but the content that it was rendered from; cleared when a block type changes. */
  readonly renderedTexts: RenderedTexts
  /** Whether a text may use blocks, or sources of bound attributes, with `load`; false if it certainly does not. */
  mayLoad(text: string): boolean
}

/** Options of {@link createBlockRegistry}. */
export interface BlockRegistryOptions<Scope extends object = object> {
  /** The initial block types; the last one with a name is used. None by default. */
  readonly blocks?: Iterable<BlockTypeDefinition<Scope>> | undefined
  /** Compiles the schemas of attributes; `compileSchema` by default. */
  readonly compile?: ((schema: Schema) => CompiledSchema) | undefined
  /** The memory limit of `renderedTexts`, in bytes; 16 MiB by default. */
  readonly renderedBytes?: number | undefined
}

const validName = /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/
const CORE = 'core/'

/** Keywords that editors use to find the value in the saved HTML; they are not part of the schema. */
const SOURCES = new Set(['source', 'selector', 'attribute', 'query', 'meta', 'multiline', 'role'])

/** The schema that validates the values of an attribute. */
export const valueSchema = (attribute: BlockAttribute): Schema => {
  const keywords = Object.entries(attribute).filter(([name]) => !(SOURCES.has(name) || name.startsWith('__')))
  return { ...Object.fromEntries(keywords), ...(attribute.type === 'rich-text' ? { type: 'string' } : {}) }
}

const compileAttribute = (
  name: string,
  attribute: BlockAttribute,
  compile: (attribute: BlockAttribute) => CompiledSchema,
): CompiledSchema => {
  try {
    return compile(attribute)
  } catch (cause) {
    throw new SchemaError(`the attribute "${name}": ${messageOf(cause)}`)
  }
}

const attributePreparer = (
  attributes: BlockAttributes,
  compile: (attribute: BlockAttribute) => CompiledSchema,
): BlockType['prepareAttributes'] => {
  const compiled = new Map<string, CompiledSchema>()
  const defaults: Record<string, unknown> = {}
  for (const [name, attribute] of Object.entries(attributes)) {
    compiled.set(name, compileAttribute(name, attribute, compile))
    if (attribute.default !== undefined) defaults[name] = attribute.default
  }
  return given => {
    const prepared: Record<string, unknown> = { ...defaults, ...given }
    for (const name of Object.keys(given)) {
      const schema = compiled.get(name)
      if (schema === undefined) continue
      const value = given[name]
      if (value !== undefined && schema.validate(value, name) === undefined) {
        // Saved attributes are not converted like arguments of requests: the text "false" is set.
        prepared[name] = attributes[name]?.type === 'boolean' ? isSet(value) : schema.sanitize(value)
      } else if (Object.hasOwn(defaults, name)) prepared[name] = defaults[name]
      else delete prepared[name]
    }
    return prepared
  }
}

const checkDefinition = <Scope extends object>(definition: BlockTypeDefinition<Scope>): void => {
  const { name, load, render, includes, repeat } = definition
  if (!validName.test(name)) throw new TypeError(`A block's name is namespace/name, in lower case: ${name}`)
  checkBlock(definition)
  if (load !== undefined && render === undefined) throw new TypeError(`The block ${name} loads but does not render`)
  if (repeat !== undefined && load === undefined) throw new TypeError(`The block ${name} repeats but does not load`)
  if (includes !== undefined && load === undefined) throw new TypeError(`The block ${name} includes but does not load`)
}

/** The data derived from a definition. */
type CompiledBlock = Omit<BlockType, 'definition'>
type Compile = (schema: Schema) => CompiledSchema
type BlockCompiler = (definition: BlockTypeDefinition<never>) => CompiledBlock

const compileBlock = (
  { attributes: own = {}, isDynamic, render, supports, upgrade }: BlockTypeDefinition<never>,
  compile: (attribute: BlockAttribute) => CompiledSchema,
): CompiledBlock => {
  const attributes = supportedAttributes(own, supports)
  const prepare = attributePreparer(attributes, compile)
  return {
    attributes,
    isDynamic: render !== undefined,
    isRendered: isDynamic ?? render !== undefined,
    prepareAttributes: upgrade === undefined ? prepare : given => prepare(upgrade(given)),
  }
}

/** Creates the function that compiles definitions and freezes them. Many block types share the schemas of attributes. */
const blockCompiler = (compile: Compile): BlockCompiler => {
  const ofAttributes = new Map<BlockAttribute, CompiledSchema>()
  const compileOnce = (attribute: BlockAttribute): CompiledSchema => {
    const compiled = ofAttributes.get(attribute) ?? compile(valueSchema(attribute))
    ofAttributes.set(attribute, compiled)
    return compiled
  }
  return definition => compileBlock(Object.freeze(definition), compileOnce)
}

const MARK = 'wp:'
const SLASH = 47

/** Whether a character may be in the name of a block in a text: a lower-case letter, a digit, `-` or `/`. */
const isOfName = (code: number): boolean => (code >= 97 && code <= 122) || (code >= SLASH && code <= 57) || code === 45

/** The length of a name and its first and last characters as a number, which distinguishes most names. */
const outlineOf = (text: string, start: number, end: number): number =>
  ((end - start) << 16) | (text.charCodeAt(start) << 8) | text.charCodeAt(end - 1)

/** Whether a text contains an opening delimiter of a block with one of the names, or something similar. */
const namesBlockOf = (text: string, names: ReadonlySet<string>, outlines: ReadonlySet<number>): boolean => {
  for (let at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + MARK.length)) {
    if (text.charCodeAt(at - 1) === SLASH) continue
    const start = at + MARK.length
    let end = start
    while (isOfName(text.charCodeAt(end))) end++
    if (outlines.has(outlineOf(text, start, end)) && names.has(text.slice(start, end))) return true
  }
  return false
}

/**
 * What must be loaded: the names of blocks as written in texts, their fingerprints, and whether any source of bound
 * attributes loads data.
 */
interface Loading {
  readonly names: ReadonlySet<string>
  readonly outlines: ReadonlySet<number>
  readonly bindings: boolean
}

/** Enough for some 1,000 posts of a page: with 2 MiB, lists that show them in turn take 1.8 times as long. */
const RENDERED_BYTES = 16 * 1024 * 1024

/** Creates a registry of block types: empty, or with `blocks` such as {@link coreBlocks}. */
export function createBlockRegistry<Scope extends object = object>({
  blocks = [],
  compile = compileSchema,
  renderedBytes = RENDERED_BYTES,
}: BlockRegistryOptions<Scope> = {}): BlockRegistry<Scope> {
  const types = new Map<string, BlockType<Scope>>()
  const sources = new Map<string, BindingSource<Scope>>([[patternOverrides.name, patternOverrides]])
  const compiledBlock = blockCompiler(compile)
  const renderedTexts = createRenderedTexts(renderedBytes)
  /** Undefined until a text is searched. */
  let loading: Loading | undefined
  const findLoading = (): Loading => {
    const names = new Set<string>()
    for (const { definition } of types.values()) {
      if (definition.load === undefined) continue
      names.add(definition.name)
      // The namespace `core` may be omitted in a text.
      if (definition.name.startsWith(CORE)) names.add(definition.name.slice(CORE.length))
    }
    return {
      names,
      outlines: new Set([...names].map(name => outlineOf(name, 0, name.length))),
      bindings: [...sources.values()].some(source => source.load !== undefined),
    }
  }
  const registry: BlockRegistry<Scope> = {
    register(definition) {
      checkDefinition(definition)
      types.set(definition.name, { definition, ...compiledBlock(definition) })
      loading = undefined
      renderedTexts.clear()
    },
    unregister(name) {
      types.delete(name)
      loading = undefined
      renderedTexts.clear()
    },
    get: name => types.get(name),
    all: () => [...types.values()],
    renderedTexts,
    registerSource(source) {
      if (!validName.test(source.name))
        throw new TypeError(`The name of a source is namespace/name, in lower case: ${source.name}`)
      checkSource(source)
      sources.set(source.name, source)
      loading = undefined
    },
    source: name => sources.get(name),
    mayLoad(text) {
      loading ??= findLoading()
      return (loading.bindings && text.includes(BINDINGS_MARK)) || namesBlockOf(text, loading.names, loading.outlines)
    },
  }
  for (const definition of blocks) registry.register(definition)
  return registry
}
