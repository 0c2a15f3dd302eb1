import { createMemoryStorage, createSharpImages } from '@platen/media'
import sharp from 'sharp'
import t from 'tap'
import { makeSite } from '../site/make-site.js'
import { markupComplaint, policies } from './judge-markup.js'

const SCRIPT = '<img src=x onerror=alert(1)><script>alert(2)</script>< a onclick=alert(3)>'
const EXIF = {
  IFD0: { Artist: SCRIPT, Copyright: SCRIPT, ImageDescription: SCRIPT, Model: SCRIPT, Make: SCRIPT, Software: SCRIPT },
  IFD2: { UserComment: SCRIPT, LensModel: SCRIPT },
}

interface Media {
  readonly id: number
  readonly [field: string]: unknown
}

/** All texts in a value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

for (const as of ['administrator', 'author']) {
  t.test(`the notes in an image that an ${as} uploads run no script`, async t => {
    const media = { storage: createMemoryStorage({ url: 'https://site.example/files' }), images: createSharpImages() }
    const { site, send } = await makeSite({ media })
    const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'red' } })
      .withExif(EXIF)
      .jpeg()
      .toBuffer()
    t.ok(bytes.includes('onerror'), 'they are in the file')
    const form = { fields: [], files: [{ field: 'file', name: 'a.jpg', type: 'image/jpeg', bytes }] }
    const body = { kind: 'multipart', form } as const
    const uploaded = await site.dispatch({ method: 'POST', path: '/cms/v2/media', headers: { 'x-as': as }, body })
    t.equal(uploaded.status, 201)
    const { id, source_url: src } = JSON.parse(uploaded.text()) as Media
    const edit = { src, modifiers: [{ type: 'rotate', args: { angle: 90 } }] }
    const edited = await send(`POST /media/${id}/edit`, { as, body: edit })
    t.equal(edited.status, 201)
    const answers = [uploaded, edited, await send(`GET /media/${id}?context=edit`), await send('GET /media')]
    for (const answer of answers) {
      const texts = textsIn(JSON.parse(answer.text()))
      t.ok(
        texts.some(text => text.includes('<img src="x">')),
        'what is allowed stays',
      )
      for (const text of texts) t.equal(markupComplaint(text, policies.content), undefined, text)
    }
  })
}
