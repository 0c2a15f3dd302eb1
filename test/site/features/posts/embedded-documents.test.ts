import t from 'tap'
import { makeSite } from '../../make-site.js'
import { openStorage } from '../media/media-site.js'

t.test('authors embed PDF files of the site, and no others', async t => {
  const storage = { ...openStorage(new Map()), url: (path: string) => `https://files.example/${path}` }
  const { send } = await makeSite({ media: { storage } })
  const embed = (data: string) => `<object data="${data}" type="application/pdf">x</object>`
  for (const [data, isKept] of [
    ['https://files.example/2026/a.pdf', true],
    ['https://site.example/files/a.pdf', true],
    ['http://site.example/a.pdf', true],
    ['https://site.example/a.pdf?x', false],
    ['https://site.example/a.pdf#x.pdf', false],
    ['https://site.example/?x=.pdf', false],
    ['https://site.example/a.html', false],
    ['https://a@site.example/a.pdf', false],
    ['https://site.example:81/a.pdf', false],
    ['https://site.example.evil.example/a.pdf', false],
    ['https://evil.example/a.pdf', false],
    ['//site.example/a.pdf', false],
    ['/a.pdf', false],
    ['ftp://site.example/a.pdf', false],
    ['javascript:a.pdf', false],
  ] as const) {
    const expected = isKept ? embed(data) : '<object>x</object>'
    const { body } = await send('POST /posts', { as: 'author', body: { content: embed(data), excerpt: embed(data) } })
    t.match(body, { content: { raw: expected }, excerpt: { raw: expected } }, data)
    const autosaved = await send(`POST /posts/${(body as { id: number }).id}/autosaves`, {
      as: 'author',
      body: { title: 'y', content: embed(data) },
    })
    t.match(autosaved.body, { content: { raw: expected } }, `${data} in an autosave`)
  }
})
