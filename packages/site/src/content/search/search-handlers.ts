import { registrationKey } from '../../kernel/context/index.js'
import { Registrations } from '../../kernel/registrations/index.js'
import type { SearchHandlerFactory } from './search-handler.js'

/** The search handlers of a site by `type`, in order of registration. */
export const searchHandlers = registrationKey(
  'search handlers',
  () => new Registrations<SearchHandlerFactory>('the search handler'),
)
