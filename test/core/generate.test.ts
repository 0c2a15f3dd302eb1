import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { loadModule } from './load-module.js'

const { generate, generateLater } =
  await loadModule<typeof import('../../packages/core/src/generate.js')>('generate.js')

t.test('a function is generated from source, in which names refer to values', async t => {
  const add = generate<(by: number) => number>({ start: 40 }, 'return by => start + by')
  t.equal(add?.(2), 42)
  t.throws(() => generate({}, 'return ('), SyntaxError)
})

t.test('a function is replaced after many calls', async t => {
  const plain: number[] = []
  const generated: number[] = []
  const call = generateLater(
    (index: number) => plain.push(index),
    () => (index: number) => generated.push(index),
  )
  for (let index = 0; index < 1000; index++) call(index)
  t.ok(plain.length > 1 && generated.length > 1, 'both are used')
  t.strictSame(
    [...plain, ...generated],
    Array.from({ length: 1000 }, (_, index) => index),
  )
})

t.test('the function stays where code generation is disallowed', async t => {
  const url = new URL('../../../packages/core/dist/generate.js', import.meta.url)
  const program = `
    import { generate, generateLater } from ${JSON.stringify(url.href)}
    const call = generateLater(() => 'plain', () => generate({}, 'return () => "generated"'))
    console.log([...new Set(Array.from({ length: 1000 }, () => call()))].join())`
  const run = async (...options: string[]) => {
    const args = [...options, '--input-type=module', '--eval', program]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    return stdout.trim()
  }
  t.equal(await run(), 'plain,generated')
  t.equal(await run('--disallow-code-generation-from-strings'), 'plain')
})
