import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const script = fileURLToPath(new URL('growing-heap.js', import.meta.url))

async function mostUsed(args: readonly string[], execArgv: readonly string[] = []): Promise<number> {
  const child = fork(script, args, { execArgv: [...execArgv] })
  const [bytes] = (await once(child, 'message')) as [number]
  return bytes
}

t.test('the heap of a process stays small', async t => {
  const usual = await mostUsed([])
  const small = await mostUsed(['small'])
  t.ok(small < usual * 0.85, `${small} bytes instead of ${usual}`)
  const chosen = await mostUsed(['small'], ['--heap_growing_percent=300'])
  t.ok(chosen > small * 1.1, `an option of Node stays: ${chosen} bytes`)
})
