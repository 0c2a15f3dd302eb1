import { runCli, type Terminal } from '@platen/cli'

/** What a command did. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
  readonly log: readonly Record<string, unknown>[]
}

/** A command that has not ended yet. */
export interface Running {
  readonly ended: Promise<Ran>
  /** Asks it to end. */
  interrupt(): void
  /** The first match of a pattern in what it prints, as soon as there is one; rejects if it ends without. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** The same for the errors that it reports. */
  complained(pattern: RegExp): Promise<RegExpExecArray>
}

/** What a command finds around it. */
export interface Surroundings {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  readonly watched?: boolean
}

/** Starts a command in this process. */
export function start(words: readonly string[], { env = {}, input = '', watched = false }: Surroundings = {}): Running {
  const out: string[] = []
  const err: string[] = []
  const log: Record<string, unknown>[] = []
  const waiting = new Set<() => void>()
  let interrupt = () => {}
  const interruption = new Promise<void>(resolve => {
    interrupt = resolve
  })
  const terminal: Terminal = {
    env,
    watched,
    print(text) {
      out.push(text)
      for (const look of waiting) look()
    },
    complain(text) {
      err.push(text)
      for (const look of waiting) look()
    },
    input: (async function* () {
      yield Buffer.from(input)
    })(),
    log: { write: line => void log.push(JSON.parse(line) as Record<string, unknown>) },
    interrupted: () => interruption,
  }
  const ended = runCli(words, terminal).then(code => ({ code, out: out.join('\n'), err: err.join('\n'), log }))
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
