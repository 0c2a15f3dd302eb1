import { nearestWord } from '@platen/core'

/** A definition that cannot be registered: unknown keys, a taken name, a name that is none. */
export class RegistrationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RegistrationError'
  }
}

/** Refuses unknown keys of a definition: a misspelt one would be ignored in silence. */
export function assertKnownKeys(what: string, given: object, known: readonly string[]): void {
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue
    const nearest = nearestWord(key, known)
    const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`
    throw new RegistrationError(`${what} has an unknown key "${key}"${hint}`)
  }
}

/** Things registered by name, in order. Once sealed (the routes are made) nothing more can be registered. */
export class Registrations<T> {
  readonly #all = new Map<string, T>()
  readonly #what: string
  #sealed = false
  #list: readonly T[] | undefined

  constructor(what: string) {
    this.#what = what
  }

  add(name: string, item: T): void {
    if (this.#sealed)
      throw new RegistrationError(`${this.#what} "${name}" comes too late: the site answers requests already`)
    if (!/^[a-z0-9_-]{1,64}$/i.test(name)) throw new RegistrationError(`"${name}" is no name for ${this.#what}`)
    if (this.#all.has(name)) throw new RegistrationError(`${this.#what} "${name}" is registered already`)
    this.#all.set(name, item)
    this.#list = undefined
  }

  /** Puts another definition in the place of one that stands. */
  replace(name: string, item: T): void {
    if (this.#sealed || !this.#all.has(name)) throw new RegistrationError(`${this.#what} "${name}" cannot be replaced`)
    this.#all.set(name, item)
    this.#list = undefined
  }

  get(name: string): T | undefined {
    return this.#all.get(name)
  }

  /** What is registered by a name that must be; throws a `RegistrationError` otherwise. */
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

  names(): readonly string[] {
    return [...this.#all.keys()]
  }

  seal(): void {
    this.#sealed = true
  }
}
