import t from 'tap'

/** Declares a test of the contract as one of tap, with one assertion. */
export const test = (name: string, body: () => Promise<void>) => t.test(name, t => t.resolves(body(), name))

/** How stores are compared: by the same queries in each run, unless PLATEN_SEED or QUERIES is set. */
export const randomRun = {
  seed: Number(process.env['PLATEN_SEED'] ?? 1),
  queries: Number(process.env['QUERIES'] ?? 500),
}
