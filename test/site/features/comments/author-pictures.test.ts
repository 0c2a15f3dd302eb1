import { createHash } from 'node:crypto'
import t from 'tap'
import { makeSite } from '../../make-site.js'

interface Comment {
  readonly id: number
  readonly author_avatar_urls: Readonly<Record<string, string>>
}
interface Page {
  readonly content: { readonly rendered: string }
}

const hashOf = (email: string) => createHash('sha256').update(email).digest('hex')

t.test('comments of users show the picture of the user, whatever address they have', async t => {
  const { send, users } = await makeSite({ comments: { flood: false } })
  const editor = users.get('editor')
  if (editor === undefined) throw new Error('no editor')
  const post = (await send('POST /posts', { body: { title: 'A post', status: 'publish' } })).body as { id: number }
  const written = (await send('POST /comments', { body: { post: post.id, content: 'Words', author: editor.id } })).body
  const { id } = written as Comment
  const block = '<!-- wp:latest-comments /--><!-- wp:latest-comments {"displayAvatar":false} /-->'
  const pages = async () => {
    const page = { title: 'A page', content: block, status: 'publish' }
    return ((await send('POST /pages', { body: page })).body as Page).content.rendered
  }
  const shows = async (comment: unknown, email: string, message: string) => {
    t.match((comment as Comment).author_avatar_urls['24'], hashOf(email), message)
    t.match((await send(`GET /comments/${id}`, { as: 'anonymous' })).body, comment as Partial<Comment>, message)
    t.match(await pages(), hashOf(email), message)
  }
  const pictures = ({ author_avatar_urls }: Comment) => ({ author_avatar_urls })

  await shows(pictures(written as Comment), editor.email, 'created')
  const update = async (body: object) => pictures((await send(`POST /comments/${id}`, { body })).body as Comment)
  await shows(await update({ author_email: 'other@example.com' }), editor.email, 'with another address')
  await shows(await update({ author_email: '' }), editor.email, 'without an address')

  await send(`POST /users/${editor.id}`, { body: { email: 'moved@example.com' } })
  const [listed] = (await send('GET /comments', { as: 'anonymous' })).body as Comment[]
  await shows(listed && pictures(listed), 'moved@example.com', 'with the new address of the user')

  await update({ author_email: 'other@example.com' })
  await send(`DELETE /users/${editor.id}?force=true&reassign=1`)
  const left = (await send(`GET /comments/${id}`)).body as Comment
  await shows(pictures(left), 'other@example.com', 'its own address once the user is gone')
})
