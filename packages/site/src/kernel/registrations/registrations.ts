import {
  type CompiledSchema,
  nearestWord,
  type OptionChecks,
  optionsComplaint,
  type Schema,
  SchemaError,
} from '@platen/core'

/** Thrown for a definition that cannot be registered: an unknown option, a duplicate or invalid name. */
export class RegistrationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RegistrationError'
  }
}

/** The error for a registration after the site became ready. */
export const registeredTooLate = (what: string): RegistrationError =>
  new RegistrationError(`cannot register ${what}: the site already serves requests`)

/** Throws a `RegistrationError` for unknown keys of a definition, which are probably misspelt. */
export function assertKnownKeys(what: string, given: object, known: readonly string[]): void {
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue
    const nearest = nearestWord(key, known)
    const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`
    throw new RegistrationError(`${what} has an unknown key "${key}"${hint}`)
  }
}

/** Throws a `RegistrationError` for unknown and invalid options of a definition. */
export function checkDefinition<T>(what: string, given: T, checks: OptionChecks<T>): void {
  const complaint = optionsComplaint(given, checks)
  if (complaint !== undefined) throw new RegistrationError(`${what}: ${complaint}`)
}

/** Compiles the schema of a definition; a `SchemaError` names the definition. */
export function compileFor(what: string, schema: Schema, compile: (schema: Schema) => CompiledSchema): CompiledSchema {
  try {
    return compile(schema)
  } catch (error) {
    throw error instanceof SchemaError ? new SchemaError(`${what}: ${error.message}`) : error
  }
}

/** The type of options with defaults. */
type WithDefaults<O, D> = { readonly [K in keyof D]: K extends keyof O ? NonNullable<O[K]> | D[K] : D[K] }

/**
 * Options of a definition, with a default for every option. Throws a `RegistrationError` for unknown and invalid ones.
 */
export function withDefaults<O extends object, const D extends { readonly [K in keyof Required<O>]: O[K] | undefined }>(
  what: string,
  options: O,
  defaults: D,
  checks: OptionChecks<O>,
): WithDefaults<O, D> {
  checkDefinition(what, options, checks)
  const names = Object.keys(defaults)
  const given = options as Readonly<Record<string, unknown>>
  const values = defaults as Readonly<Record<string, unknown>>
  const all: Record<string, unknown> = {}
  for (const name of names) all[name] = given[name] ?? values[name]
  // It has exactly the keys of the defaults.
  return all as WithDefaults<O, D>
}

/** A registry by name, in order of registration. The site seals it before it declares its routes. */
export class Registrations<T> {
  readonly #all = new Map<string, T>()
  readonly #what: string
  readonly #names: RegExp
  #sealed = false
  #list: readonly T[] | undefined

  /** `names` matches the valid names. */
  constructor(what: string, names: RegExp = /^[a-z0-9_-]{1,64}$/i) {
    this.#what = what
    this.#names = names
  }

  add(name: string, item: T): void {
    if (this.#sealed) throw registeredTooLate(`${this.#what} "${name}"`)
    if (!this.#names.test(name)) throw new RegistrationError(`"${name}" is not a valid name for ${this.#what}`)
    if (this.#all.has(name)) throw new RegistrationError(`${this.#what} "${name}" is already registered`)
    this.#all.set(name, item)
    this.#list = undefined
  }

  /** Replaces a registered definition; its position in the order does not change. */
  replace(name: string, item: T): void {
    if (this.#sealed || !this.#all.has(name)) throw new RegistrationError(`${this.#what} "${name}" cannot be replaced`)
    this.#all.set(name, item)
    this.#list = undefined
  }

  get(name: string): T | undefined {
    return this.#all.get(name)
  }

  /** Like `get`, but throws a `RegistrationError` if the name is not registered. */
  require(name: string): T {
    const found = this.#all.get(name)
    if (found === undefined) throw new RegistrationError(`${this.#what} "${name}" is not registered`)
    return found
  }

  has(name: string): boolean {
    return this.#all.has(name)
  }

  all(): readonly T[] {
    this.#list ??= Object.freeze([...this.#all.values()])
    return this.#list
  }

  filter(holds: (item: T) => boolean): readonly T[] {
    return this.all().filter(holds)
  }

  names(): readonly string[] {
    return [...this.#all.keys()]
  }

  seal(): void {
    this.#sealed = true
  }
}
