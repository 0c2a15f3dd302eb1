import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Task } from './writer-process.js'

const program = fileURLToPath(new URL('./writer-process.js', import.meta.url))

/** Starts processes with a site in a schema. */
export async function writerProcesses(
  count: number,
  { url, schema }: { readonly url: string; readonly schema: string },
) {
  const children: readonly ChildProcess[] = await Promise.all(
    Array.from({ length: count }, async () => {
      const child = fork(program, [url, schema])
      await once(child, 'message')
      return child
    }),
  )
  return {
    /** Gives each its task at the same time; resolves with their replies. */
    perform: <T>(taskOf: (at: number) => Task): Promise<readonly T[]> =>
      Promise.all(
        children.map(async (child, at) => {
          const replied = once(child, 'message')
          child.send(taskOf(at))
          const [reply] = await replied
          return reply as T
        }),
      ),
    async end(): Promise<void> {
      await Promise.all(
        children.map(async child => {
          const exited = once(child, 'exit')
          child.disconnect()
          await exited
        }),
      )
    },
  }
}
