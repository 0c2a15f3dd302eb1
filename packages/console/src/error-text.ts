import type { RestError } from '@platen/core'
import { type ConsoleMessages, fill } from './messages.js'

/** The messages of errors whose cause people can remove, by code. */
const CAUSES: Readonly<Record<string, keyof ConsoleMessages>> = {
  rest_precondition_failed: 'changedMeanwhile',
}

/** What an error of the interface says to people; others than the common ones are shown as the interface says them. */
export function errorText({ code, message }: RestError, messages: ConsoleMessages): string {
  const cause = Object.hasOwn(CAUSES, code) ? CAUSES[code] : undefined
  return fill(messages.failed, { message: cause === undefined ? message : messages[cause] })
}
