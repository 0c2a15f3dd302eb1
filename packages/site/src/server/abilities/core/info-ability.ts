import { RestError, type Schema } from '@platen/core'
import type { AbilityOptions, AbilityPermission, AbilityScope } from '../ability.js'

/** A fact: its schema, and how it is read from the loaded data. */
export interface Fact<V> {
  readonly schema: Schema
  readonly get: (view: V) => unknown
}

/** Declares a fact that is a text. */
export const textFact = <V>(title: string, description: string, get: (view: V) => string): Fact<V> => ({
  schema: { type: 'string', title, description },
  get,
})

/** The definition of an ability that only reads facts. */
interface InfoAbility<V> {
  readonly label: string
  readonly description: string
  readonly category: string
  readonly permission: AbilityPermission<unknown>
  readonly facts: Readonly<Record<string, Fact<V>>>
  readonly load: (scope: AbilityScope) => V | Promise<V>
}

/** An ability that returns facts: all of them, or those that its input names in `fields`. */
export function infoAbility<V>({ facts, load, ...given }: InfoAbility<V>): AbilityOptions<never> {
  const names = Object.keys(facts)
  return {
    ...given,
    inputSchema: {
      type: 'object',
      properties: {
        fields: {
          type: 'array',
          items: { type: 'string', enum: names },
          description: 'Only these fields; all of them by default.',
        },
      },
      additionalProperties: false,
      default: {},
    },
    outputSchema: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(facts).map(([name, { schema }]) => [name, schema])),
      additionalProperties: false,
    },
    annotations: { readonly: true, destructive: false, idempotent: true },
    public: true,
    async execute({ fields = [] }: { readonly fields?: readonly string[] }, scope) {
      const view = await load(scope)
      const shown = Object.entries(facts).filter(([name]) => fields.length === 0 || fields.includes(name))
      return Object.fromEntries(shown.map(([name, { get }]) => [name, get(view)]))
    },
  }
}

/** The user who runs an ability that is about them. */
export function userOf({ actor }: AbilityScope) {
  if (actor.user === undefined) throw new RestError('rest_ability_cannot_execute', 'The caller has no account.', 403)
  return actor.user
}
