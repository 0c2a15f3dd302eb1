import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { mediaSite, painted } from '../media/media-site.js'

interface Thumbnail {
  readonly thumbnail_url?: string
  readonly thumbnail_width?: number
  readonly thumbnail_height?: number
}

onEveryStore(t, 'the image of a post, in its smallest file that fills the width', async (t, make) => {
  const made = await mediaSite({}, {}, make)
  const { posts, media } = made.site.content
  const as = made.site.system
  const photo = await media.create({ name: 'photo.png', bytes: painted({ width: 1600, height: 1200 }) }, { as })
  const tiny = await media.create({ name: 'tiny.png', bytes: painted({ width: 8, height: 6 }) }, { as })
  const notes = await media.create({ name: 'notes.txt', bytes: new TextEncoder().encode('Hello') }, { as })
  const hidden = await posts.create({ title: 'Hidden', status: 'private' }, { as })
  const kept = await media.create(
    { name: 'kept.png', bytes: painted({ width: 80, height: 60 }), attachedTo: hidden.id },
    { as },
  )
  const thumbnail = async (featured: number, width: number) => {
    const { id } = await posts.create({ title: 'Pictured', status: 'publish', featuredMedia: featured }, { as })
    const url = encodeURIComponent(`https://site.example/?p=${id}`)
    const response = await made.send(`GET //oembed/1.0/embed?url=${url}&maxwidth=${width}`, { as: 'anonymous' })
    const { thumbnail_url: file, thumbnail_width: w, thumbnail_height: h } = response.body as Thumbnail
    return file === undefined ? undefined : `${file.replace(/.*\//, '')} ${w}x${h}`
  }
  t.equal(await thumbnail(photo.id, 600), 'photo-768x576.png 600x450')
  t.equal(await thumbnail(photo.id, 250), 'photo-300x225.png 250x188')
  t.equal(await thumbnail(tiny.id, 600), 'tiny.png 8x6')
  t.equal(await thumbnail(notes.id, 600), undefined, 'not an image')
  t.equal(await thumbnail(0, 600), undefined)
  t.equal(await thumbnail(kept.id, 600), undefined, 'of a post that nobody may read')
})

onEveryStore(t, 'attachments have embeds of their own, like what they are attached to', async (t, make) => {
  const made = await mediaSite({}, {}, make)
  const { posts, media } = made.site.content
  const as = made.site.system
  const bytes = painted({ width: 80, height: 60 })
  const embed = async (status: 'publish' | 'private' | 'draft') => {
    const post = await posts.create({ title: status, status }, { as })
    const file = await media.create({ name: `${status}.png`, bytes, attachedTo: post.id }, { as })
    const shown = (await made.send(`GET /media/${file.id}?_fields=link`)).body as { link: string }
    const answers = [shown.link, `https://site.example/?attachment_id=${file.id}`].map(url =>
      made.send(`GET //oembed/1.0/embed?url=${encodeURIComponent(url)}`),
    )
    return (await Promise.all(answers)).map(({ status, body }) => [status, (body as Thumbnail).thumbnail_width])
  }
  t.strictSame(await embed('publish'), [
    [200, 80],
    [200, 80],
  ])
  for (const status of ['private', 'draft'] as const)
    t.strictSame(await embed(status), [
      [404, undefined],
      [404, undefined],
    ])
})
