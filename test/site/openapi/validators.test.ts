import { dialects } from '@platen/site'
import { openApiDocument } from '@platen/site/extend'
import { validate } from '@readme/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import t from 'tap'
import { makeSite } from '../make-site.js'

for (const dialect of Object.values(dialects))
  t.test(`two validators accept the document of the dialect ${dialect.name}`, { timeout: 120_000 }, async t => {
    const { site } = await makeSite({
      dialect,
      register: site => {
        site.registerPostType('book', { restBase: 'books', public: true, supports: ['title', 'custom-fields'] })
        site.registerMeta({ object: 'post', subtype: 'book', key: 'price', type: 'number', single: true })
      },
    })
    await site.ready()
    const text = JSON.stringify(await openApiDocument(site.context))
    const { valid, errors } = await new Validator().validate(JSON.parse(text))
    t.ok(valid, JSON.stringify(errors))
    const result = await validate(JSON.parse(text))
    t.ok(result.valid, JSON.stringify(result).slice(0, 2000))
    t.same(result.warnings, [])
  })
