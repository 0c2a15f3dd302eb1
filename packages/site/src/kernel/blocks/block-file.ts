import { compileSchema, messageOf, once, type Schema } from '@platen/core'
import { assertKnownKeys, RegistrationError } from '../registrations/index.js'
import { isMap } from '../text/index.js'
import type { SiteBlock } from './block-scope.js'

/** The code of a block type in a folder: the members of its definition that are functions. */
export type BlockCode = Pick<SiteBlock, 'load' | 'includes' | 'render' | 'adjust' | 'upgrade'>

const TEXT: Schema = { type: 'string' }
const NAMES: Schema = { type: 'array', items: { type: 'string' } }
const MAP: Schema = { type: 'object' }
const NAMED: Schema = { type: 'object', properties: { name: { type: 'string', required: true } } }
const ASSETS: Schema = { type: ['string', 'array'], items: { type: 'string' } }

/** The keys of `block.json`, with the schema of each value. */
const KEYS: Readonly<Record<string, Schema>> = {
  $schema: TEXT,
  version: TEXT,
  name: TEXT,
  apiVersion: { type: 'integer', minimum: 1 },
  title: TEXT,
  description: TEXT,
  category: TEXT,
  icon: TEXT,
  keywords: NAMES,
  textdomain: TEXT,
  parent: NAMES,
  ancestor: NAMES,
  allowedBlocks: NAMES,
  attributes: { type: 'object', additionalProperties: MAP },
  usesContext: NAMES,
  providesContext: { type: 'object', additionalProperties: TEXT },
  supports: MAP,
  selectors: MAP,
  styles: { type: 'array', items: NAMED },
  variations: { type: 'array', items: NAMED },
  example: MAP,
  blockHooks: {
    type: 'object',
    additionalProperties: { type: 'string', enum: ['before', 'after', 'firstChild', 'lastChild'] },
  },
  editorScript: ASSETS,
  script: ASSETS,
  viewScript: ASSETS,
  viewScriptModule: ASSETS,
  editorStyle: ASSETS,
  style: ASSETS,
  viewStyle: ASSETS,
  render: TEXT,
}

/** Compiled with the first file: many sites have none. */
const compiled = once(() => Object.entries(KEYS).map(([key, schema]) => [key, compileSchema(schema)] as const))

type Values = Readonly<Record<string, unknown>>

function parse(path: string, text: string): Values {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new RegistrationError(`${path} is not valid JSON: ${messageOf(cause)}`)
  }
  if (!isMap(value)) throw new RegistrationError(`${path} is not a JSON object`)
  return value
}

/**
 * The block type that a file `block.json` describes, with the code that it was registered with. Throws a
 * `RegistrationError` that names the file and the key.
 */
export function blockOfFile(path: string, text: string, code: Readonly<Record<string, BlockCode>>): SiteBlock {
  const entries = Object.entries(parse(path, text)).filter(([key]) => !key.startsWith('__experimental'))
  const values = Object.fromEntries(entries)
  assertKnownKeys(path, values, Object.keys(KEYS))
  for (const [key, { validate, sanitize }] of compiled()) {
    if (!Object.hasOwn(values, key)) continue
    const error = validate(values[key], `"${key}"`)
    if (error !== undefined) throw new RegistrationError(`${path}: ${error.message}`)
    values[key] = sanitize(values[key])
  }
  const { render, name, ...annotations } = values
  if (typeof name !== 'string') throw new RegistrationError(`${path}: "name" is missing`)
  const own = Object.hasOwn(code, name) ? code[name] : undefined
  if (render !== undefined && own?.render === undefined) {
    throw new RegistrationError(
      `${path}: "render" names a file, which is not run; pass a function as \`render\` of "${name}" instead`,
    )
  }
  return { ...annotations, name, ...own }
}
