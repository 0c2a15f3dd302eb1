import type { Args } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { unlessEmptyZero } from '../../dialects/index.js'
import type { Ability } from '../ability.js'
import { annotationsSchema, metaOf } from './ability-resource.js'

/** The arguments that filter lists of abilities. */
export const filterArgs = {
  category: { description: 'Only abilities of this category.', type: 'string' },
  namespace: { description: 'Only abilities whose names begin with this namespace.', type: 'string' },
  meta: {
    description: 'Only abilities with these facts.',
    type: 'object',
    properties: { annotations: annotationsSchema('Only abilities with these annotations.') },
    additionalProperties: true,
  },
} satisfies Args

/** A slug or namespace in the form in which it is registered. */
const asKey = (text: string): string => text.toLowerCase().replace(/[^a-z0-9_-]+/g, '')

/** Whether a value has all members of another one, at any depth. */
function includes(value: unknown, expected: unknown): boolean {
  if (expected === null || typeof expected !== 'object' || Array.isArray(expected)) return Object.is(value, expected)
  if (value === null || typeof value !== 'object') return false
  const members = value as Readonly<Record<string, unknown>>
  return Object.entries(expected).every(
    ([name, inner]) => Object.hasOwn(members, name) && includes(members[name], inner),
  )
}

/** The abilities that REST shows and the arguments of a list select. */
export function filteredAbilities(
  site: SiteContext,
  all: readonly Ability[],
  params: Readonly<Record<string, unknown>>,
): readonly Ability[] {
  const text = (name: string) => unlessEmptyZero(site.dialect, String(params[name] ?? ''))
  const category = text('category')
  const namespace = text('namespace')
  // All abilities of the list are shown in REST, whatever the request filters by.
  const { show_in_rest: _, ...meta } = (params['meta'] ?? {}) as Readonly<Record<string, unknown>>
  return all.filter(
    ability =>
      (category === '' || ability.category === asKey(category)) &&
      (namespace === '' || ability.name.startsWith(`${asKey(namespace)}/`)) &&
      includes(metaOf(ability), meta),
  )
}
