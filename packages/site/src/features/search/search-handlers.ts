import { registrationKey } from '../../registrations/registration-key.js'
import { Registrations } from '../../registrations/registrations.js'
import type { SearchHandlerFactory } from './search-handler.js'

/** What a site can search for, by the `type` that clients name, in the order of registration. */
export const searchHandlers = registrationKey(
  'search handlers',
  () => new Registrations<SearchHandlerFactory>('the search handler'),
)
