import { registrationKey } from '../../registrations/registration-key.js'
import { Registrations } from '../../registrations/registrations.js'
import type { SearchHandlerFactory } from './search-handler.js'

/** The search handlers of a site by `type`, in order of registration. */
export const searchHandlers = registrationKey(
  'search handlers',
  () => new Registrations<SearchHandlerFactory>('the search handler'),
)
