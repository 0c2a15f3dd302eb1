import { type ErrorBody, hasMoreCharacters, RestError } from '@platen/core'
import { clientError, type Dialect } from '../../../server/dialects/index.js'

/** Clients of this interface also expect the id of the existing term in `additional_data`. */
class TermExists extends RestError {
  readonly #id: number

  constructor(id: number) {
    super('term_exists', 'A term with this name already exists.', 400, { data: { term_id: id } })
    this.#id = id
  }

  override toBody(): ErrorBody & { additional_data: readonly number[] } {
    return { ...super.toBody(), additional_data: [this.#id, this.#id] }
  }
}

/** Refuses a name that another term with the same parent has; `id` is the id of that term. */
export const termExists = (id: number): RestError => new TermExists(id)

/** Refuses a name that is empty once tags and spaces are taken out. */
export const emptyName = (dialect: Dialect): RestError =>
  clientError(dialect, 'empty_term_name', 'A term must have a name.')

/** How many characters the name of a term may have. */
const LONGEST_NAME = 200

/** Whether a name has more characters than terms may have. */
export const isTooLong = (name: string): boolean => hasMoreCharacters(name, LONGEST_NAME)

/** Refuses a name that is too long. */
export const nameTooLong = (dialect: Dialect): RestError =>
  clientError(dialect, 'db_insert_error', `The name cannot be longer than ${LONGEST_NAME} characters.`)

/** Refuses to change a slug to that of another term. */
export const slugTaken = (dialect: Dialect, slug: string): RestError =>
  clientError(dialect, 'duplicate_term_slug', `Another term already has the slug "${slug}".`)

/** Refuses a parent in a taxonomy without hierarchy. */
export const notHierarchical = (): RestError =>
  new RestError('rest_taxonomy_not_hierarchical', 'Terms of this taxonomy cannot have parents.', 400)
