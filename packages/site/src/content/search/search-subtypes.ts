import { type ArgValidator, RestError } from '@platen/core'
import { slugify } from '@platen/rendering'
import type { SiteContext } from '../../kernel/context/index.js'
import type { SearchHandler } from './search-handler.js'

const ANY = 'any'

/** The argument for subtypes: how it is shown, how it is validated, and its value for a handler. */
export function searchSubtypes(site: SiteContext, handlers: ReadonlyMap<string, SearchHandler>) {
  const names = [...handlers.values()].flatMap(handler => handler.subtypes)
  const arg = {
    description: 'Only results of these subtypes.',
    type: 'array',
    items: { type: 'string', enum: [...names, ANY] },
    default: ANY,
  } as const
  const list = site.compile({ type: 'array', items: { type: 'string' } })
  const enforced = site.compile(arg)

  /** Names are compared as slugs: in lower case, without punctuation. */
  const named = (value: unknown): readonly string[] => [...new Set((list.sanitize(value) as string[]).map(slugify))]

  /** A type that is refused itself is not among the parameters. `any` is a subtype of every type. */
  const validator: ArgValidator = (value, { params, query }) => {
    const mistake = list.validate(value, 'subtype')
    if (mistake !== undefined) return mistake
    const requested = named(value)
    const invalid = enforced.validate(requested, 'subtype')
    if (invalid !== undefined || requested.includes(ANY)) return invalid
    return handlers.has((query['type'] ?? params['type']) as string)
      ? undefined
      : new RestError('rest_search_invalid_type', 'There are no results of this type.', 400)
  }

  /** The requested subtypes that a handler has, `any` alone if it is among them. */
  const requested = (handler: SearchHandler, value: unknown): readonly string[] => {
    const slugs = named(value)
    return slugs.includes(ANY) ? [ANY] : slugs.filter(slug => handler.subtypes.includes(slug))
  }

  /** The subtypes to search: the default ones if none is requested, and all for `any`. */
  const searched = (handler: SearchHandler, requested: readonly string[]): readonly string[] => {
    if (requested.includes(ANY)) return handler.subtypes
    const matching = handler.subtypes.filter(subtype => requested.includes(subtype))
    return matching.length === 0 ? (handler.defaultSubtypes ?? handler.subtypes) : matching
  }
  return { arg, validator, requested, searched }
}
