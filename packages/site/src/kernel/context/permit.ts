import { type PermissionResult, RestError } from '@platen/core'

/** Throws unless the result is `true`: the result itself if it is an error, a 403 `rest_forbidden` for `false`. */
export function permit(result: PermissionResult): void {
  if (result === true) return
  throw result === false ? new RestError('rest_forbidden', 'You are not allowed to do this.', 403) : result
}
