/** The parts of the process that a command uses. Tests pass their own. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether standard error is a terminal: progress is shown only there. */
  readonly isInteractive: boolean
  /** Prints results. */
  print(text: string): void
  /** Prints errors. */
  printError(text: string): void
  /** Standard input. */
  readonly input: AsyncIterable<Uint8Array>
  /** Receives log lines. */
  readonly log: { write(line: string): void }
  /** Resolves when the process receives SIGINT or SIGTERM. */
  interrupted(): Promise<void>
}

export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosed)
  return {
    env: process.env,
    isInteractive: process.stderr.isTTY === true,
    print: text => void process.stdout.write(`${text}\n`),
    printError: text => void process.stderr.write(`${text}\n`),
    input: process.stdin,
    log: process.stderr,
    interrupted: () =>
      new Promise(resolve => {
        const signals = ['SIGINT', 'SIGTERM'] as const
        const end = () => {
          // A second signal ends the process immediately.
          for (const signal of signals) process.off(signal, end)
          resolve()
        }
        for (const signal of signals) process.on(signal, end)
      }),
  }
}

/** Whoever reads the output may stop, such as `head` or a collector of logs: a server keeps serving. */
function ignoreClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
