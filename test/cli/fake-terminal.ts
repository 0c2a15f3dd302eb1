import './cheap-hashes.js'
import { runCli, type Terminal } from '@platen/cli'

/** The result of a command. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
  /** The JSON lines of the log. */
  readonly log: readonly Record<string, unknown>[]
  /** Its other lines. */
  readonly texts: readonly string[]
}

/** A running command. */
export interface Running {
  readonly ended: Promise<Ran>
  /** Interrupts it, as Ctrl-C does. */
  interrupt(): void
  /** Resolves with the first match of a pattern in its output; rejects when it ends without one. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** The same for its error output. */
  complained(pattern: RegExp): Promise<RegExpExecArray>
}

/** The environment of a command. */
export interface Surroundings {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string | Uint8Array
  readonly isInteractive?: boolean
}

/** Starts a command in this process. */
export function start(
  words: readonly string[],
  { env = {}, input = '', isInteractive = false }: Surroundings = {},
): Running {
  const out: string[] = []
  const err: string[] = []
  const log: Record<string, unknown>[] = []
  const texts: string[] = []
  const waiting = new Set<() => void>()
  let interrupt = () => {}
  const interruption = new Promise<void>(resolve => {
    interrupt = resolve
  })
  const terminal: Terminal = {
    env,
    isInteractive,
    print(text) {
      out.push(text)
      for (const look of waiting) look()
    },
    printError(text) {
      err.push(text)
      for (const look of waiting) look()
    },
    input: (async function* () {
      yield Buffer.from(input)
    })(),
    log: {
      write(line) {
        if (line.startsWith('{')) log.push(JSON.parse(line) as Record<string, unknown>)
        else texts.push(line)
      },
    },
    interrupted: () => interruption,
  }
  const ended = runCli(words, terminal).then(code => ({ code, out: out.join('\n'), err: err.join('\n'), log, texts }))
  const matchIn = (texts: readonly string[], pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(texts.join('\n'))
        if (match) resolve(match)
      }
      waiting.add(look)
      look()
      ended.then(({ err }) => reject(new Error(`it ended: ${err}`)), reject)
    })
  return {
    ended,
    interrupt: () => interrupt(),
    printed: pattern => matchIn(out, pattern),
    complained: pattern => matchIn(err, pattern),
  }
}

/** Runs a command to its end. */
export const run = (words: readonly string[], surroundings?: Surroundings): Promise<Ran> =>
  start(words, surroundings).ended
