import { createReadStream, createWriteStream, mkdtempSync, rmSync, type WriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Values that wait until the end of an import, in the order in which they were added. */
export interface Spool<T> {
  add(value: T): Promise<void>
  /** Yields all values. Nothing can be added afterwards. */
  read(): AsyncGenerator<T>
  /** Removes the temporary file. */
  discard(): void
}

/** How many characters of JSON are held in memory. */
const MEMORY = 4_000_000

/** Creates a spool, which keeps what exceeds 4 MB in a temporary file. `undefined` in values is lost. */
export function createSpool<T>(): Spool<T> {
  const held: string[] = []
  let length = 0
  let file: { readonly folder: string; readonly stream: WriteStream } | undefined
  const open = () => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-import-'))
    return { folder, stream: createWriteStream(join(folder, 'spool'), { mode: 0o600 }) }
  }
  const write = (line: string) =>
    new Promise<void>((done, fail) => {
      file ??= open()
      file.stream.write(`${line}\n`, error => (error ? fail(error) : done()))
    })
  const lines = async function* (): AsyncGenerator<string> {
    yield* held
    if (file === undefined) return
    const { stream } = file
    await new Promise<void>(done => stream.end(done))
    yield* createInterface({ input: createReadStream(stream.path) })
  }
  return {
    async add(value) {
      const line = JSON.stringify(value)
      length += line.length
      if (file === undefined && length <= MEMORY) held.push(line)
      else await write(line)
    },
    async *read() {
      for await (const line of lines()) yield JSON.parse(line)
    },
    discard() {
      if (file === undefined) return
      file.stream.destroy()
      rmSync(file.folder, { recursive: true, force: true })
      file = undefined
    },
  }
}
