import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openApiDocument } from '@platen/site/extend'
import t from 'tap'
import { type Checked, createChecker } from './openapi/check-scenario.js'
import { createValidator } from './openapi/response-validator.js'
import { parityFolder, readScenarios } from './runner/scenario.js'
import { startSite } from './start-site.js'

t.setTimeout(600_000)

t.test('the schemas of operations describe every recorded response', async t => {
  const { site, close } = await startSite()
  t.teardown(close)
  const document = await openApiDocument(site.context)
  const check = createChecker(site, document, createValidator(document))
  const results: Checked = { untruths: [], checked: 0, skipped: new Map() }
  for (const area of readdirSync(join(parityFolder, 'golden')))
    for (const scenario of readScenarios(area)) check(scenario, results)
  for (const { step, lines } of results.untruths) t.fail(step, { lines })
  t.comment(
    `${results.checked} responses are described; ${[...results.skipped].map(([why, count]) => `${count}: ${why}`).join('; ')}`,
  )
  t.ok(results.checked > 9000, `${results.checked} responses`)
})
