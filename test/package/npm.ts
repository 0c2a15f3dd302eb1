import { run as runProgram } from '../docs/run-code.js'
import { root } from '../house/workspace.js'

/** Runs npm; it rejects with what npm printed unless npm succeeds. */
export async function npm(words: readonly string[], cwd: string = root): Promise<string> {
  // npm passes its own path to the scripts that it runs; elsewhere it is the command.
  const script = process.env['npm_execpath']
  const isScript = script !== undefined && /\.c?js$/.test(script)
  const [command, first] = isScript ? [process.execPath, [script]] : ['npm', []]
  const { code, out, errors } = await runProgram(command, [...first, ...words], cwd)
  if (code !== 0) throw new Error(`npm ${words.join(' ')} ended with ${code}: ${out}${errors}`)
  return out
}

/** Whether npm failed because it could not reach a registry. */
export const isUnreachable = (error: unknown): boolean =>
  /code (?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT)/.test(
    String(error),
  )
