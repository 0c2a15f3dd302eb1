import { randomInt } from 'node:crypto'
import type { Command } from 'commander'
import { CliError } from './cli-error.js'
import type { Terminal } from './terminal.js'

/** How a command is told a password. */
export interface PasswordOptions {
  readonly password?: string
  readonly passwordStdin?: boolean
}

/** A password, and whether it was made here, so that it has to be shown. */
export interface ChosenPassword {
  readonly password: string
  readonly made: boolean
}

// Without letters and digits that look alike.
const SIGNS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 24

/** Adds those options to a command. */
export function addPasswordOptions(command: Command): Command {
  return command
    .option('--password <password>', 'the password; a random one is made and shown unless one is given')
    .option('--password-stdin', 'reads the password from the input')
}

/** The password that the options say, or a random one. */
export async function choosePassword(options: PasswordOptions, terminal: Terminal): Promise<ChosenPassword> {
  if (options.password !== undefined && options.passwordStdin) {
    throw new CliError('Give either --password or --password-stdin.', { exitCode: 2 })
  }
  const given = options.passwordStdin ? await firstLine(terminal.input) : options.password
  if (given === '') throw new CliError('The password is empty.', { exitCode: 2 })
  return given === undefined ? { password: randomPassword(), made: true } : { password: given, made: false }
}

/** A random password of letters and digits. */
export function randomPassword(): string {
  return Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
}

async function firstLine(input: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of input) chunks.push(chunk)
  return Buffer.concat(chunks).toString().split(/\r?\n/)[0] ?? ''
}
