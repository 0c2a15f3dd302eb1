import { type ErrorBody, RestError } from '@platen/core'
import { clientError, type Dialect } from '../../../server/dialects/index.js'

/** Clients of this interface also expect the id of the existing menu in `additional_data`. */
class MenuExists extends RestError {
  readonly #id: number

  constructor(id: number) {
    super('menu_exists', 'A menu with this name already exists.', 400, { data: { term_id: id } })
    this.#id = id
  }

  override toBody(): ErrorBody & { additional_data: readonly number[] } {
    return { ...super.toBody(), additional_data: [this.#id] }
  }
}

/** The error for renaming a menu to the name of another menu. */
export const nameTaken = (dialect: Dialect): RestError =>
  clientError(dialect, 'menu_exists', 'A menu with this name already exists.')

/** The error for a new menu with the name of another menu, whose id is `id`. */
export const menuExists = (id: number): RestError => new MenuExists(id)

/** The error for a menu location that is not registered; without a `status` it is a detail of another error. */
export const noSuchLocation = (location: string, status: 400 | null): RestError =>
  new RestError('rest_invalid_menu_location', `The menu location "${location}" does not exist.`, status, {
    data: { location },
  })
