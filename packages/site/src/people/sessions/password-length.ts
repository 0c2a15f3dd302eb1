import { hasFewerCharacters } from '@platen/core'

/**
 * The lengths of passwords that people choose: the fewest characters, and the most UTF-16 code units that can be used to
 * sign in, since hashing more would waste the server's time. The interface accepts shorter ones, as its clients expect.
 */
export const PASSWORD_LENGTH = Object.freeze({ min: 8, max: 4096 })

/** Whether a password is too short or too long to be chosen. */
export function passwordFault(password: string): 'short' | 'long' | undefined {
  if (hasFewerCharacters(password, PASSWORD_LENGTH.min)) return 'short'
  return password.length > PASSWORD_LENGTH.max ? 'long' : undefined
}
