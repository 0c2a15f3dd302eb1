import { readFileSync } from 'node:fs'
import { createMemoryStorage, createSharpImages } from '@platen/media'
import t from 'tap'
import { makeSite } from '../../make-site.js'

const media = {
  storage: createMemoryStorage({ url: 'https://site.example/files' }),
  images: createSharpImages(),
}
const { send, site, users } = await makeSite({
  register: site => void site.registerSidebar('main', { name: 'Main', showInRest: true }),
  media,
})

async function upload(name: string, type: string): Promise<number> {
  const bytes = readFileSync(new URL(`../../../../../test/parity/files/${name}`, import.meta.url))
  const administrator = users.get('administrator')
  const { status, body } = await site.dispatch({
    method: 'POST',
    path: '/cms/v2/media',
    headers: { 'content-disposition': `attachment; filename="${name}"`, 'content-type': type },
    body: { kind: 'bytes', bytes },
    principal: site.principalOf(administrator),
  })
  t.equal(status, 201, JSON.stringify(body))
  return (body as { id: number }).id
}

const image = await upload('media-tiny.jpg', 'image/jpeg')
const sound = await upload('media-sound.mp3', 'audio/mpeg')
await send(`POST /media/${image}`, { body: { alt_text: 'The alt', caption: 'The cap' } })

async function shown(id_base: string, raw: object) {
  const { body } = await send('POST /widgets', { body: { id_base, sidebar: 'main', instance: { raw } } })
  return body as { id: string; rendered: string; instance: { raw: unknown } }
}

t.test('an image of the library', async t => {
  const { rendered } = await shown('media_image', {
    attachment_id: image,
    link_type: 'file',
    image_title: 'A "t"',
    title: 'T',
  })
  t.match(rendered, '<h2 class="widgettitle">T</h2>')
  t.match(rendered, /<a href="https:\/\/site.example\/files\/[^"]+\.jpg"><img width="8" height="6" /)
  t.match(rendered, 'alt="The alt" style="max-width: 100%; height: auto;" title="A &quot;t&quot;" decoding="async"')
})

const NOTHING: readonly (readonly [type: string, raw: object, stored: object])[] = [
  ['media_image', {}, {}],
  ['media_image', { url: 'javascript:alert(1)', size: 'zz', width: 'x' }, { url: '' }],
  ['media_image', { attachment_id: 9999 }, { attachment_id: 9999 }],
  ['media_audio', { mp3: 'https://e.example/a.mp3', preload: 'zz' }, { mp3: 'https://e.example/a.mp3' }],
  ['media_video', { content: '<track>' }, { content: '<track>' }],
  ['media_gallery', { ids: [image, 9999], columns: 99 }, { ids: [image, 9999] }],
  ['media_gallery', { ids: 'x,-1' }, { ids: [] }],
]

for (const [type, raw, stored] of NOTHING) {
  t.test(`${type} of ${JSON.stringify(raw)} shows nothing`, async t => {
    t.match(await shown(type, raw), { rendered: '' })
    t.same((await shown(type, raw)).instance.raw, stored)
  })
}

t.test('players and galleries', async t => {
  t.match(
    (await shown('media_audio', { attachment_id: sound, loop: true })).rendered,
    /<audio [^>]*loop preload="none"/,
  )
  t.match(
    (await shown('media_video', { url: 'https://e.example/a.mp4' })).rendered,
    '<div style="width:100%;" class="wp-video">',
  )
  const breaking = { url: 'https://e.example/a"] [audio x="b.mp4' }
  t.notMatch((await shown('media_video', breaking)).rendered, '<audio')
  const { rendered } = await shown('media_gallery', { ids: `${image}`, columns: 2 })
  t.match(rendered, "gallery-columns-2 gallery-size-thumbnail'")
  t.match(rendered, /<figcaption [^>]+>\s+The cap\s+<\/figcaption>/)
})

t.test('files of private posts do not show to others', async t => {
  const { body: post } = await send('POST /posts', { body: { title: 'Private', status: 'private' } })
  const hidden = await upload('media-tiny.png', 'image/png')
  await send(`POST /media/${hidden}`, { body: { post: (post as { id: number }).id } })
  const { id, rendered } = await shown('media_image', { attachment_id: hidden })
  t.match(rendered, '<img')
  const asked = await send(`GET /widgets/${id}`, { as: 'anonymous' })
  t.match(asked, { status: 200, body: { rendered: '' } })
})
