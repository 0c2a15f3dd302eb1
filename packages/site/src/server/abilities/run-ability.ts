import { RestError } from '@platen/core'
import type { Ability, AbilityPermission, AbilityScope } from './ability.js'

/** The error for an ability that does not exist, or that the caller is not shown. */
export const noSuchAbility = (): RestError =>
  new RestError('rest_ability_not_found', 'The ability does not exist.', 404)

/**
 * Returns the input that an ability runs with: valid, converted and permitted; `null` for an ability without input. Throws
 * `ability_missing_input_schema`, `ability_invalid_input` (400), `rest_ability_cannot_execute` (401, 403), or the dialect's
 * error for anonymous callers.
 */
export async function permittedInput(ability: Ability, sent: unknown, scope: AbilityScope): Promise<unknown> {
  const input = validInput(ability, sent ?? null, scope)
  const { actor: principal, site } = scope
  // A valid input has the type of the schema, which types the permission.
  const permission = ability.permission as AbilityPermission<unknown>
  const result =
    permission === 'public' ||
    (typeof permission === 'function' ? await permission(input, scope) : principal.can(permission.capability))
  if (result === true) return input
  if (result !== false) throw result
  const { loginRequired } = site.dialect
  if (!principal.authenticated && loginRequired !== undefined) throw loginRequired()
  throw new RestError(
    'rest_ability_cannot_execute',
    'You are not allowed to run this ability.',
    principal.authenticated ? 403 : 401,
  )
}

function validInput({ name, inputSchema }: Ability, sent: unknown, { site }: AbilityScope): unknown {
  if (inputSchema === undefined) {
    if (sent === null) return null
    throw new RestError('ability_missing_input_schema', `The ability "${name}" takes no input.`, 400)
  }
  const input = sent === null && inputSchema.default !== undefined ? inputSchema.default : sent
  const schema = site.compile(inputSchema)
  const failure = schema.validate(input, 'input')
  if (failure !== undefined)
    throw new RestError(
      'ability_invalid_input',
      `The input of the ability "${name}" is invalid: ${failure.message}`,
      400,
    )
  return schema.sanitize(input)
}

/**
 * Runs an ability with an input that `permittedInput` returned. Rejects with errors of the ability, or with
 * `ability_invalid_output` (500) for an output that does not match its schema.
 */
export async function execute(ability: Ability, input: unknown, scope: AbilityScope): Promise<unknown> {
  const { name, outputSchema } = ability
  // The input has the type of the schema that it was converted by.
  const output = (await ability.execute(input as never, scope)) ?? null
  const failure = outputSchema && scope.site.compile(outputSchema).validate(output, 'output')
  if (failure === undefined) return output
  const message = `The output of the ability "${name}" is invalid: ${failure.message}`
  throw new RestError('ability_invalid_output', message, 500, { dataless: true })
}
