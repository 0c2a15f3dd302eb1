import t from 'tap'
import { mediaSite } from '../../site/features/media/media-site.js'
import { item } from '../export-text.js'
import { importText } from './imported.js'

const picture = (id: number, parent: number, url = `https://old.example/uploads/p${id}.jpg`) =>
  item({
    title: `P${id}`,
    post_id: id,
    post_parent: parent,
    post_type: 'attachment',
    status: 'inherit',
    attachment_url: url,
  })

t.test('galleries show imported images whose files stay where they are', async t => {
  const { site, send } = await mediaSite()
  const post = (id: number, content: string) =>
    item({ title: 'G', post_id: id, status: 'publish', post_type: 'post', content })
  await importText(
    site,
    post(50, '[gallery]') +
      post(51, '[gallery ids="62,61" link="file"]') +
      picture(61, 50) +
      picture(62, 0) +
      picture(63, 50, 'javascript:alert(1).jpg'),
  )
  const imagesOf = async (id: number) => {
    const { body } = await send(`GET /posts/${id}`, { as: 'anonymous' })
    const { rendered } = (body as { content: { rendered: string } }).content
    t.notMatch(rendered, 'javascript')
    return [...rendered.matchAll(/<a href='([^']*)'><img[^>]* src="([^"]*)"/g)].map(([, link, src]) => [link, src])
  }
  const [first, second] = ['https://old.example/uploads/p61.jpg', 'https://old.example/uploads/p62.jpg']
  t.match(await imagesOf(50), [[/^https:\/\/site\.example\//, first]])
  t.same(await imagesOf(51), [
    [second, second],
    [first, first],
  ])
})
