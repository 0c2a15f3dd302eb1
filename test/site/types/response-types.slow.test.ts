import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { root } from '../../house/workspace.js'
import { compileProject, writeProject } from './compile-program.js'
import { sampleResponses } from './sample-responses.js'

interface Script {
  readonly bodiesFolder: string
  responseTypes(): Promise<ReadonlyMap<string, string>>
}

t.test('the types of responses are what `node scripts/response-types.mjs` makes of the routes', async t => {
  const script = pathToFileURL(join(root, 'scripts/response-types.mjs')).href
  const { bodiesFolder, responseTypes } = (await import(script)) as Script
  const files = await responseTypes()
  t.same(readdirSync(bodiesFolder).sort(), [...files.keys()].sort())
  for (const [name, text] of files) t.equal(readFileSync(join(bodiesFolder, name), 'utf8'), text, name)
})

t.test('responses have their types, and no members that these do not have', { timeout: 180_000 }, async t => {
  const samples = await sampleResponses()
  t.ok(samples.length > 70)
  const body = (path: string) => `BodyOf<typeof events, 'GET', ${JSON.stringify(path)}>`
  const lines = samples.flatMap(({ path, body: value }, index) => [
    `export const r${index}: ${body(path)} = ${JSON.stringify(value)}`,
    // An error, if the type is unknown.
    `export type T${index} = Known<${body(path)}>`,
  ])
  const known = 'type Known<T extends object> = T'
  const imports = [
    "import type { BodyOf } from '@platen/site/types'",
    "import type { events } from '../../test/site/types/event-feature.js'",
  ]
  const text = [...imports, known, ...lines].join('\n')
  const { code, out } = await compileProject(writeProject('responses', { 'responses.ts': text }))
  const errors = out.replace(/^responses\.ts\((\d+),/gm, (_, line) => `${samples[(Number(line) - 4) >> 1]?.path} (`)
  t.equal(code, 0, errors.slice(0, 5000))
})
