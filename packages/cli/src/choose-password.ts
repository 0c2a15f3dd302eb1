import { randomInt } from 'node:crypto'
import { PASSWORD_LENGTH, passwordFault } from '@platen/site/console'
import type { Command } from 'commander'
import { CliError } from './cli-error.js'
import type { Terminal } from './terminal.js'

/** The options of commands that set a password. */
export interface PasswordOptions {
  readonly password?: string
  readonly passwordStdin?: boolean
}

// Without characters that look alike.
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 24

export function addPasswordOptions(command: Command): Command {
  return command
    .option('--password <password>', 'the password (default: a random one, which is shown)')
    .option('--password-stdin', 'reads the password from standard input')
}

/** The password that the options name, or a random one. A `CliError` if it is too short or too long. */
export async function choosePassword(options: PasswordOptions, terminal: Terminal) {
  if (options.password !== undefined && options.passwordStdin) {
    throw new CliError('Give either --password or --password-stdin.', { exitCode: 2 })
  }
  const given = options.passwordStdin ? await firstLine(terminal.input) : options.password
  if (given === undefined) return { password: randomPassword(), isRandom: true }
  const { min, max } = PASSWORD_LENGTH
  const fault = passwordFault(given)
  if (fault === 'short') throw new CliError(`The password needs at least ${min} characters.`, { exitCode: 2 })
  if (fault === 'long') throw new CliError(`The password can have at most ${max} characters.`, { exitCode: 2 })
  return { password: given, isRandom: false }
}

/** A random password of letters and digits. */
export function randomPassword(): string {
  return Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
}

async function firstLine(input: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of input) chunks.push(chunk)
  return Buffer.concat(chunks).toString().split(/\r?\n/)[0] ?? ''
}
