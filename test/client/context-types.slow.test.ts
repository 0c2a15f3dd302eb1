import t from 'tap'
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
