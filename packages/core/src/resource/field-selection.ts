import { copyText } from '../bounded-cache.js'
import type { EmptyObjects } from '../empty-objects.js'

/**
 * The fields that `_fields` selects (specification section 4.1): a tree of names, with dots between the names of
 * nested properties.
 */
export interface FieldSelection {
  /** Whether everything is selected. */
  readonly all: boolean
  /** Whether a property, or anything below it, is selected. */
  wants(name: string): boolean
  /** The selection below a property. */
  below(name: string): FieldSelection
  /** The selected part of a value; the items of a list are named by their indexes. */
  pick(value: unknown): unknown
  /** A cache key, the same for equal selections; undefined for a selection that is too long to be cached. */
  readonly key: string | undefined
}

/** The maximum length of a selection with a cache key. */
const LONGEST_KEY = 1024

interface Tree extends Map<string, Tree | true> {}

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object'

/** Selects everything. */
export const allFields: FieldSelection = Object.freeze({
  all: true,
  wants: () => true,
  below: () => allFields,
  pick: (value: unknown) => value,
  // No name has a space, so no selection of a client has this key.
  key: ' ',
})

/** Selects nothing: for HEAD. */
export const noFields: FieldSelection = Object.freeze({
  all: false,
  wants: () => false,
  below: () => noFields,
  pick: (value: unknown) => (Array.isArray(value) ? [] : {}),
  key: '',
})

/** The part of a selection that concerns links. */
export const linksOnly = (selection: FieldSelection): FieldSelection => ({
  ...noFields,
  wants: name => (name === '_links' || name === EMBEDDED) && selection.wants(name),
  below: name => (name === '_links' || name === EMBEDDED ? selection.below(name) : noFields),
  key: undefined,
})

/** Items of a list are named by index. Any other value than an object or a list is returned as it is. */
function pickTree(tree: Tree, value: unknown, empty: EmptyObjects): unknown {
  if (!isObject(value)) return value
  const picked: [name: string, value: unknown][] = []
  for (const [name, inner] of tree) {
    if (Object.hasOwn(value, name))
      picked.push([name, inner === true ? value[name] : pickTree(inner, value[name], empty)])
  }
  if (Array.isArray(value)) return picked.filter(([name]) => name !== 'length').map(([, item]) => item)
  return picked.length === 0 && empty === 'list' ? [] : Object.fromEntries(picked)
}

function selectionOf(tree: Tree, key: string | undefined, empty: EmptyObjects): FieldSelection {
  return {
    all: false,
    wants: name => tree.has(name),
    below: name => {
      const inner = tree.get(name)
      return inner === undefined
        ? noFields
        : inner === true
          ? allFields
          : selectionOf(inner, key === undefined ? undefined : `${key} ${name}`, empty)
    },
    pick: value => pickTree(tree, value, empty),
    key,
  }
}

const EMBEDDED = '_embedded'
/** The separators of names in `_fields` and `_embed`. */
export const SEPARATORS = /[ \t\n\v\f\r,]+/

/** The names in a text, or one name for each item of a list; an item with separators names no field. */
function namesIn(given: unknown): readonly string[] {
  if (typeof given === 'string') return given.split(SEPARATORS).filter(name => name !== '')
  const items = isObject(given) ? Object.values(given).filter(item => typeof item === 'string') : []
  return items.map(item => item.trim()).map(name => (SEPARATORS.test(name) ? '' : name))
}

/** Adds a name, with dots between those of nested properties. */
function select(tree: Tree, name: string): void {
  let node = tree
  let begin = 0
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', begin)) {
    const part = name.slice(begin, dot)
    const inner = node.get(part) ?? new Map()
    if (inner === true) return
    node.set(part, inner)
    node = inner
    begin = dot + 1
  }
  node.set(name.slice(begin), true)
}

/**
 * Parses `_fields`: names separated by commas or spaces, or a list or object of names. Anything else selects everything.
 * `empty` is how an object without selected properties is written. Unless the request `embeds`, `_embedded` names
 * nothing.
 */
export function parseFieldSelection(given: unknown, empty: EmptyObjects = 'object', embeds = true): FieldSelection {
  const all = namesIn(given)
  if (all.length === 0) return allFields
  const read = embeds ? all : all.filter(name => name !== EMBEDDED && !name.startsWith(`${EMBEDDED}.`))
  const isShort = read.reduce((length, name) => length + name.length + 1, 0) <= LONGEST_KEY
  // What is cached must not keep the text of the request, whose parts the names are.
  const key = isShort ? copyText(read.join(',')) : undefined
  const names = key === undefined || key === '' ? read : key.split(',')
  const tree: Tree = new Map()
  for (const name of names) select(tree, name)
  return selectionOf(tree, key, empty)
}

/** Presents an object without selected properties; any other value is returned as it is. */
export function presentEmpty<T>(value: T, as: EmptyObjects = 'object'): T | [] {
  if (as === 'object') return value
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  for (const _ in value) return value
  return []
}
