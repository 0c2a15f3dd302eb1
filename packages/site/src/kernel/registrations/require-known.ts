import { nearestWord } from '@platen/core'
import { RegistrationError } from './registrations.js'

/** Throws unless a name is known. */
export function requireKnown(what: string, kind: string, name: string, known: readonly string[]): void {
  if (known.includes(name)) return
  const nearest = nearestWord(name, known)
  throw new RegistrationError(
    `${what}: unknown ${kind} "${name}"${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`,
  )
}
