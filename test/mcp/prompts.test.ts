import { type McpPrompt, mcp } from '@platen/mcp'
import { RegistrationError } from '@platen/site/extend'
import t from 'tap'
import { makeSite } from '../site/make-site.js'
import { mcpSite } from './mcp-site.js'

const letter: McpPrompt = {
  name: 'letter',
  description: 'Writes a letter.',
  arguments: [
    { name: 'since', description: 'The first day.', required: true },
    { name: 'tone', description: 'How it sounds.' },
  ],
  text: 'A letter since {since}, {tone}.',
}

t.test('prompts are listed, and filled with their arguments', async t => {
  const { connect } = await mcpSite(t, {}, { prompts: [letter] })
  const client = await connect('author')
  const { prompts } = await client.listPrompts()
  t.same(
    prompts.map(({ name }) => name),
    ['draft_content', 'review_content', 'letter'],
  )
  t.match(prompts[2], {
    description: 'Writes a letter.',
    arguments: [{ name: 'since', required: true }, { name: 'tone' }],
  })
  const textOf = async (given: Record<string, string>) =>
    (await client.getPrompt({ name: 'letter', arguments: given })).messages[0]?.content
  t.same(await textOf({ since: 'May {tone} $1' }), { type: 'text', text: 'A letter since May {tone} $1, .' })
  t.match(await textOf({ since: 'May', tone: 'dry' }), { text: 'A letter since May, dry.' })
  await t.rejects(textOf({}), { code: -32602, message: /since is missing/ })
  await t.rejects(textOf({ since: '' }), { code: -32602 })
  await t.rejects(textOf({ since: 'May', other: '' }), { code: -32602, message: /since, tone/ })
  await t.rejects(textOf({ since: 'May', constructor: '' }), { code: -32602 })
  await t.rejects(client.getPrompt({ name: 'toString' }), { code: -32602, message: /no such prompt/ })
})

t.test('an item goes with a prompt as its caller may read it', async t => {
  const { connect, send } = await mcpSite(t)
  const { id } = (await send('POST /posts', { body: { title: 'Beans', content: 'Sow.', status: 'private' } })).body as {
    id: number
  }
  const review = async (as: string, id: string) =>
    (await connect(as)).getPrompt({ name: 'review_content', arguments: { type: 'posts', id } })
  const { messages } = await review('editor', String(id))
  t.match(messages[1], { content: { type: 'resource', resource: { uri: `content://posts/${id}`, text: /Beans/ } } })
  await t.rejects(review('subscriber', String(id)), { message: /./, data: { status: 403 } })
  await t.rejects(review('editor', '999999'), { code: -32002 })
  await t.rejects(review('editor', '1/../2'), { code: -32002 })
})

t.test('invalid prompts are refused', async t => {
  const site = (prompts: readonly McpPrompt[]) => makeSite({ features: [mcp({ prompts })] })
  for (const [wrong, message] of [
    [{ ...letter, name: 'a b' }, /must have a name/],
    [{ ...letter, name: 'review_content' }, /exists already/],
    [{ ...letter, text: '{until}' }, /\{until\}/],
    [{ ...letter, resource: 'content://posts/{id}' }, /\{id\}/],
  ] as const)
    await t.rejects(async () => (await site([wrong])).site.ready(), { name: 'RegistrationError', message })
  for (const prompts of [
    'letter',
    [null],
    [{ ...letter, text: '' }],
    [{ ...letter, description: undefined }],
    [{ ...letter, titel: 'Letter' }],
    [{ ...letter, arguments: [{ name: 'since' }] }],
    [{ ...letter, arguments: { since: 'The first day.' } }],
    [{ ...letter, text: 5 }],
  ])
    t.throws(() => mcp({ prompts: prompts as never }), RegistrationError, JSON.stringify(prompts))
})
