import { openApiDocument } from '@platen/site/extend'
import t from 'tap'
import { schemaPointer } from '../../parity/openapi/check-scenario.js'
import { createValidator } from '../../parity/openapi/response-validator.js'
import { makeSite } from '../make-site.js'
import { events } from '../types/event-feature.js'
import { sampleResponses } from '../types/sample-responses.js'

t.test(
  'the schemas of operations describe a response of each route in the dialect cms',
  { timeout: 180_000 },
  async t => {
    const { site } = await makeSite({ features: [events] })
    await site.ready()
    const document = await openApiDocument(site.context)
    const validatorOf = createValidator(document)
    const { router } = site.context.registry.dispatchContext
    const templates = new Map(Object.entries(document.paths).map(([path, item]) => [item['x-route'], path]))
    const samples = await sampleResponses()
    t.ok(samples.length > 70)
    for (const { path, body } of samples) {
      const pattern = router.match(path.split('?')[0] ?? path, 'GET')?.route.path.pattern ?? ''
      const pointer = schemaPointer(document, templates.get(pattern) ?? '', 'GET', 200)
      t.ok(pointer, path)
      if (pointer !== undefined) t.same(validatorOf(pointer, 'whole')(JSON.parse(JSON.stringify(body))), [], path)
    }
  },
)
