/** What a command needs of the process it runs in. Tests give their own. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether somebody watches the error output: progress is shown only then. */
  readonly watched: boolean
  /** Prints results. */
  print(text: string): void
  /** Prints what went wrong, and how far things are. */
  complain(text: string): void
  /** Everything that is piped in. */
  readonly input: AsyncIterable<Uint8Array>
  /** Where log lines go. */
  readonly log: { write(line: string): void }
  /** Resolves when the process is asked to end. */
  interrupted(): Promise<void>
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    env: process.env,
    watched: process.stderr.isTTY === true,
    print: text => void process.stdout.write(`${text}\n`),
    complain: text => void process.stderr.write(`${text}\n`),
    input: process.stdin,
    log: process.stderr,
    interrupted: () =>
      new Promise(resolve => {
        const signals = ['SIGINT', 'SIGTERM'] as const
        const end = () => {
          // Whoever asks a second time is no longer waiting for anything to end in peace.
          for (const signal of signals) process.off(signal, end)
          resolve()
        }
        for (const signal of signals) process.on(signal, end)
      }),
  }
}
