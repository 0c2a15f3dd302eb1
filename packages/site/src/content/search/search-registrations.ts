import { checks } from '@platen/core'
import { featurePart, type Registering } from '../../kernel/features/index.js'
import type { SearchHandlerFactory } from './search-handler.js'
import { searchHandlers } from './search-handlers.js'

/** The registration call for handlers of the search. */
export interface SearchRegistrations {
  /** Registers the search handler for a `type` of `/search`. */
  registerSearchHandler(type: string, factory: SearchHandlerFactory): void
}

/** Creates the call for a site. */
export const searchRegistrations = ({ context }: Registering): SearchRegistrations => ({
  registerSearchHandler: (type, factory) => context.get(searchHandlers).add(type, factory),
})

/** The part of features about search. */
export interface SearchPart {
  /** Search handlers by the `type` parameter of `/search`. */
  readonly searchHandlers?: Readonly<Record<string, SearchHandlerFactory>>
}

const { functionsByName } = checks

export const searchParts = {
  searchHandlers: featurePart<Readonly<Record<string, SearchHandlerFactory>>>(
    functionsByName,
    ({ context }, handlers) => {
      for (const [type, make] of Object.entries(handlers)) context.get(searchHandlers).add(type, make)
    },
  ),
}
