import { type PermissionResult, RestError } from '@platen/core'

/** Throws what refuses. */
export function permit(result: PermissionResult): void {
  if (result === true) return
  throw result === false ? new RestError('rest_forbidden', 'You are not allowed to do this.', 403) : result
}
