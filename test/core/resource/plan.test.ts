import { type Context, parseFieldSelection, type ResourceDefinition } from '@platen/core'
import t from 'tap'
import { loadModule } from '../load-module.js'

const { createPlanner } =
  await loadModule<typeof import('../../../packages/core/src/resource/plan.js')>('resource/plan.js')

interface Item {
  readonly id: number
}
const reads: string[] = []
const seen = (name: string) => {
  reads.push(name)
  return name
}
const definition = {
  title: 'item',
  load: () => undefined,
  fields: {
    id: { schema: { type: 'integer' }, get: ({ id }: Item) => id },
    secret: { schema: { type: 'string' }, contexts: ['edit'], get: () => 'secret' },
    parts: {
      schema: {
        type: 'object',
        properties: { raw: { type: 'string', context: ['edit'] }, shown: { type: 'string' } },
      },
      needs: ['parts'],
      get: { raw: () => seen('r'), shown: () => seen('s') },
    },
    broken: {
      schema: { type: 'string' },
      get: () => {
        throw new Error('unforeseen')
      },
    },
    never: { schema: {}, get: () => undefined },
    letters: {
      schema: { type: 'array' },
      contexts: ['embed'],
      get: () => [seen('a'), 'b'],
      json: () => {
        seen('json')
        return '["a","b"]'
      },
    },
    unwritten: {
      schema: { type: 'string' },
      contexts: ['embed'],
      get: () => '',
      json: () => {
        throw new Error('unforeseen')
      },
    },
  },
} as const satisfies ResourceDefinition<Item, undefined, 'parts', unknown>
const planOf = createPlanner<Item, undefined, 'parts', unknown>(definition)
const show = (context: Context, fields?: string) => {
  const failed: string[] = []
  const plan = planOf(context, parseFieldSelection(fields))
  const onError = (_: unknown, field: string) => void failed.push(field)
  const value = plan.value({ id: 7 }, undefined, onError)
  t.strictSame(JSON.parse(`{${plan.text({ id: 7 }, undefined, () => {})}}`), value, 'value and text are the same')
  return { value, needs: [...plan.needs], failed }
}

t.test('a plan shows the fields of its context, and reads no others', async t => {
  t.strictSame(show('view'), {
    value: { id: 7, parts: { shown: 's' }, broken: '' },
    needs: ['parts'],
    failed: ['broken'],
  })
  t.notOk(reads.includes('r'))
  t.strictSame(show('edit').value, { id: 7, secret: 'secret', parts: { raw: 'r', shown: 's' }, broken: '' })
})

t.test('a selection limits fields and properties', async t => {
  t.strictSame(show('edit', 'id'), { value: { id: 7 }, needs: [], failed: [] })
  t.strictSame(show('edit', 'parts.raw').value, { parts: { raw: 'r' } })
  t.strictSame(show('view', 'secret').value, {})
})

t.test('a field may write its JSON itself, where it is shown whole', async t => {
  const failed: string[] = []
  const text = (fields?: string) => {
    reads.length = 0
    failed.length = 0
    return planOf('embed', parseFieldSelection(fields)).text({ id: 7 }, undefined, (_, field) => failed.push(field))
  }
  t.equal(text('letters'), '"letters":["a","b"]')
  t.same([reads, failed], [['json'], []])
  t.equal(text('letters,unwritten'), '"letters":["a","b"],"unwritten":""', 'what fails is empty')
  t.same([reads, failed], [['json'], ['unwritten']])
  text('letters.x')
  t.same(reads, ['a'], 'a part is a part of the value')
})

t.test('plans are cached by context and selection', async t => {
  const plan = () => planOf('view', parseFieldSelection('id,parts'))
  t.equal(plan(), plan())
  t.not(planOf('edit', parseFieldSelection('id,parts')), plan())
})
