import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SiteIndex } from '@platen/site/types'
import t from 'tap'
import { root } from '../house/workspace.js'
import { makeSite } from '../site/make-site.js'
import { compileProject, writeProject } from '../site/types/compile-program.js'
import { sampleResponses } from '../site/types/sample-responses.js'

for (const context of ['edit', 'embed'])
  t.test(`responses in the context ${context} have their types`, { timeout: 180_000 }, async t => {
    const all = await sampleResponses(context)
    // Some routes have no such context.
    const samples = all.filter(({ body }) => !(typeof body === 'object' && body !== null && 'failed' in body))
    t.ok(samples.length > 70)
    const type = (path: string) => `Answer<R, 'GET', ${JSON.stringify(path)}, { context: '${context}' }>`
    const lines = samples.flatMap(({ path, body }, index) => [
      `export const r${index}: ${type(path)} = ${JSON.stringify(body)}`,
    ])
    const imports = [
      "import type { Answer, Resources } from '@platen/client'",
      "import type { events } from '../../test/site/types/event-feature.js'",
      'type R = Resources<typeof events>',
    ]
    const { code, out } = await compileProject(
      writeProject(`responses-${context}`, { 'responses.ts': [...imports, ...lines].join('\n') }),
    )
    const errors = out.replace(/^responses\.ts\((\d+),/gm, (_, line) => `${samples[Number(line) - 4]?.path} (`)
    t.equal(code, 0, errors.slice(0, 5000))
  })

t.test('all arguments of routes that write are inputs', { timeout: 180_000 }, async t => {
  const script: { pathOf(pattern: string): string } = await import(
    pathToFileURL(join(root, 'scripts/response-types.mjs')).href
  )
  const { routes } = (await (await makeSite()).send('GET //')).body as SiteIndex
  const inputs = Object.entries(routes).flatMap(([pattern, { endpoints = [] }]) => {
    const inPath = [...pattern.matchAll(/\?P<(\w+)>/g)].map(([, name]) => name)
    return endpoints.flatMap(({ methods = [], args = {} }) =>
      methods.includes('POST')
        ? Object.keys(args).flatMap(name => (inPath.includes(name) ? [] : [{ path: script.pathOf(pattern), name }]))
        : [],
    )
  })
  t.ok(inputs.length > 400, `${inputs.length} arguments`)
  const lines = inputs.map(
    ({ path, name }, index) =>
      `export const a${index}: keyof InputOf<BodyIn<R, 'POST', \`${path}\`>, \`${path}\`> = ${JSON.stringify(name)}`,
  )
  const imports = [
    "import type { InputOf, Resources } from '@platen/client'",
    "import type { BodyIn } from '@platen/site/types'",
  ]
  const text = [...imports, 'type R = Resources<never>', ...lines].join('\n')
  const { code, out } = await compileProject(writeProject('client-inputs', { 'inputs.ts': text }))
  t.equal(
    code,
    0,
    out.replace(/^inputs\.ts\((\d+),/gm, (_, line) => JSON.stringify(inputs[Number(line) - 4])).slice(0, 5000),
  )
})
