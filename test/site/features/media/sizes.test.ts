import type { ImageTools, RecordingReader } from '@platen/site/media'
import t from 'tap'
import { wave } from '../../../media/sample-recordings.js'
import { mediaSite, namesIn, painted, paintedImages } from './media-site.js'

interface Details {
  readonly media_details: {
    readonly width: number
    readonly height: number
    readonly original_image?: string
    readonly sizes: Readonly<Record<string, { readonly width: number; readonly height: number }>>
  }
}

/** Which sizes a picture gets, in the order that pages offer them in. */
const PICTURES: readonly (readonly [
  width: number,
  height: number,
  sizes: Readonly<Record<string, string>>,
  shown?: string,
])[] = [
  [8, 6, {}],
  [150, 150, {}],
  [151, 150, {}],
  [160, 160, { thumbnail: '150x150' }],
  [100, 400, { medium: '75x300', thumbnail: '100x150' }],
  [301, 300, { thumbnail: '150x150' }],
  [302, 300, { medium: '300x298', thumbnail: '150x150' }],
  [400, 320, { medium: '300x240', thumbnail: '150x150' }],
  [769, 10, { medium: '300x4', thumbnail: '150x10' }],
  [
    900,
    1600,
    { medium: '169x300', large: '576x1024', thumbnail: '150x150', medium_large: '768x1365', '1536x1536': '864x1536' },
  ],
  [
    3000,
    2000,
    {
      medium: '300x200',
      large: '1024x683',
      thumbnail: '150x150',
      medium_large: '768x512',
      '1536x1536': '1536x1024',
      '2048x2048': '2048x1365',
    },
    '2560x1707',
  ],
  [1200, 1201, { medium: '300x300', large: '1024x1024', thumbnail: '150x150', medium_large: '768x769' }],
  [1201, 1200, { medium: '300x300', large: '1024x1024', thumbnail: '150x150', medium_large: '768x767' }],
  [1200, 1202, { medium: '300x300', large: '1022x1024', thumbnail: '150x150', medium_large: '768x769' }],
  [1500, 1497, { medium: '300x300', large: '1024x1022', thumbnail: '150x150', medium_large: '768x766' }],
  [300, 301, { thumbnail: '150x150' }],
  [1025, 1024, { medium: '300x300', thumbnail: '150x150', medium_large: '768x767' }],
  [
    2561,
    1000,
    {
      medium: '300x117',
      large: '1024x400',
      thumbnail: '150x150',
      medium_large: '768x300',
      '1536x1536': '1536x600',
      '2048x2048': '2048x800',
    },
  ],
  [
    2600,
    2599,
    {
      medium: '300x300',
      large: '1024x1024',
      thumbnail: '150x150',
      medium_large: '768x768',
      '1536x1536': '1536x1536',
      '2048x2048': '2048x2048',
    },
    '2560x2560',
  ],
  [
    2600,
    2597,
    {
      medium: '300x300',
      large: '1024x1024',
      thumbnail: '150x150',
      medium_large: '768x767',
      '1536x1536': '1536x1534',
      '2048x2048': '2048x2046',
    },
    '2560x2557',
  ],
  [
    10,
    5120,
    { medium: '1x300', large: '2x1024', thumbnail: '10x150', '1536x1536': '3x1536', '2048x2048': '4x2048' },
    '5x2560',
  ],
]

for (const [width, height, expected, shown = `${width}x${height}`] of PICTURES) {
  t.test(`the sizes of ${width}x${height}`, async t => {
    const { upload, files } = await mediaSite()
    const { media_details: details } = (await upload('a.png', painted({ width, height }))).body as Details
    const { full, ...sizes } = details.sizes
    const made = Object.entries(sizes).map(([name, size]) => [name, `${size.width}x${size.height}`])
    t.same(Object.fromEntries(made), expected)
    t.same(
      made.map(([name]) => name),
      Object.keys(expected),
      'in order',
    )
    t.equal(`${details.width}x${details.height}`, shown)
    t.equal(full !== undefined, made.length > 0)
    t.equal(details.original_image, shown === `${width}x${height}` ? undefined : 'a.png')
    t.equal(files.size, new Set(Object.values(expected)).size + (details.original_image === undefined ? 1 : 2))
  })
}

t.test('a picture of a turned camera', async t => {
  const { upload, files } = await mediaSite()
  const { body } = await upload('a.jpg', painted({ width: 400, height: 200, orientation: 6 }, 'jpg'))
  t.match(body, {
    media_details: { width: 200, height: 400, original_image: 'a.jpg', sizes: { medium: { width: 150, height: 300 } } },
    source_url: /a-rotated\.jpg$/,
    filename: 'a.jpg',
    exif_orientation: 1,
    missing_image_sizes: [],
  })
  t.same(namesIn(files), ['a-150x150.jpg', 'a-150x300.jpg', 'a-rotated.jpg', 'a.jpg'])
})

t.test('sizes are made later', async t => {
  const { upload, send, files } = await mediaSite()
  const picture = painted({ width: 400, height: 3000, orientation: 8 }, 'jpg')
  const first = await upload('a.jpg', picture, { query: 'generate_sub_sizes=false' })
  const { id } = first.body as { id: number }
  t.match(first.body, { media_details: { width: 400, height: 3000, sizes: {} }, exif_orientation: 8 })
  t.equal(files.size, 1)
  const process = () => send(`POST /media/${id}/post-process`, { body: { action: 'create-image-subsizes' } })
  const answers = await Promise.all([process(), process(), process()])
  t.same(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  const { body } = await send(`GET /media/${id}?context=edit`)
  t.match(body, {
    media_details: { width: 2560, height: 341, original_image: 'a.jpg' },
    missing_image_sizes: [],
    exif_orientation: 1,
  })
  const names = namesIn(files)
  t.equal(new Set(names).size, names.length)
  await send(`DELETE /media/${id}?force=true`)
  t.equal(files.size, 0, 'all of them belong to the file')
})

t.test('sizes are data', async t => {
  const sizes = { small: { width: 50, height: 0 }, tile: { width: 30, height: 30, crop: true } }
  const { upload, files } = await mediaSite({ sizes, largestImage: 100 })
  const { body } = await upload('a.png', painted({ width: 200, height: 100 }))
  t.match(body, {
    media_details: {
      width: 100,
      height: 50,
      sizes: { small: { width: 50, height: 25 }, tile: { width: 30, height: 30 } },
    },
  })
  t.same(namesIn(files), ['a-30x30.png', 'a-50x25.png', 'a-scaled.png', 'a.png'])
})

t.test('sizes with the same dimensions share a file', async t => {
  const sizes = { one: { width: 50, height: 50 }, two: { width: 50, height: 0 } }
  const { upload, files } = await mediaSite({ sizes })
  t.match((await upload('a.png', painted({ width: 100, height: 100 }))).body, {
    media_details: { sizes: { one: { file: 'a-50x50.png' }, two: { file: 'a-50x50.png' } } },
  })
  t.equal(files.size, 2)
})

t.test('without tools for images', async t => {
  const { upload, files, send } = await mediaSite({ images: undefined })
  const { status, body } = await upload('a.png', painted({ width: 400, height: 400 }))
  t.equal(status, 201)
  t.match(body, { media_type: 'image', mime_type: 'image/png', media_details: { sizes: {} }, missing_image_sizes: [] })
  t.notOk('width' in (body as Details).media_details)
  t.match(body, { description: { rendered: /<img loading="lazy" decoding="async" src="[^"]+a\.png"/ } })
  t.equal(files.size, 1)
  const { id } = body as { id: number }
  const asked = { action: 'create-image-subsizes' }
  t.equal((await send(`POST /media/${id}/post-process`, { body: asked })).status, 200)
  const src = (body as { source_url: string }).source_url
  t.match(await send(`POST /media/${id}/edit`, { body: { src, rotation: 90 } }), {
    status: 500,
    body: { code: 'rest_image_edit_failed' },
  })
})

t.test('an edit with many steps, or whose picture grows, is refused', async t => {
  const made: number[] = []
  const images = {
    inspect: paintedImages.inspect,
    make: (...given: Parameters<typeof paintedImages.make>) => {
      made.push(given[1].length)
      return paintedImages.make(...given)
    },
  }
  const { upload, send } = await mediaSite({ images, sizes: {} })
  const { body } = await upload('a.png', painted({ width: 2000, height: 1000 }))
  const { id, source_url: src } = body as { id: number; source_url: string }
  const rotations = (angle: number, count: number) =>
    Array.from({ length: count }, () => ({ type: 'rotate', args: { angle } }))
  const edit = (modifiers: object[]) => send(`POST /media/${id}/edit`, { body: { src, modifiers } })
  for (const modifiers of [rotations(90, 21), rotations(45, 8), rotations(-45, 20)])
    t.match(await edit(modifiers), {
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { modifiers: String } } },
    })
  t.same(made, [])
  for (const modifiers of [rotations(90, 20), rotations(30, 1)]) t.equal((await edit(modifiers)).status, 201)
  t.same(made, [20, 1])
})

t.test('an image that cannot be decoded, or takes too long, is not edited', async t => {
  const images = { inspect: paintedImages.inspect, make: async () => undefined }
  const { upload, send, files } = await mediaSite({ images })
  const { body } = await upload('a.png', painted({ width: 400, height: 200 }))
  const { id, source_url: src } = body as { id: number; source_url: string }
  t.match(await send(`POST /media/${id}/edit`, { body: { src, rotation: 90 } }), {
    status: 400,
    body: { code: 'rest_image_edit_failed' },
  })
  t.equal(files.size, 1)
})

t.test('sizes that are left after a minute can be made later', async t => {
  const { now } = performance
  t.teardown(() => {
    performance.now = now
  })
  let seconds = 25
  const images = {
    inspect: paintedImages.inspect,
    make(...given: Parameters<typeof paintedImages.make>) {
      const later = performance.now() + seconds * 1000
      performance.now = () => later
      return paintedImages.make(...given)
    },
  }
  const { upload, send } = await mediaSite({ images })
  const { body } = await upload('a.png', painted({ width: 2000, height: 1000 }))
  const { id, missing_image_sizes: missing } = body as { id: number; missing_image_sizes: string[] }
  t.same(Object.keys((body as Details).media_details.sizes), ['medium', 'large', 'thumbnail', 'full'])
  t.same(missing, ['medium_large', '1536x1536'])
  seconds = 0
  const processed = await send(`POST /media/${id}/post-process`, { body: { action: 'create-image-subsizes' } })
  t.match(processed, { status: 200, body: { missing_image_sizes: [] } })
})

t.test('an image that cannot be read is stored unchanged', async t => {
  const { upload, files } = await mediaSite()
  const broken = painted({ width: 1, height: 1 }).subarray(0, 10)
  t.match(await upload('a.png', broken), {
    status: 201,
    body: { mime_type: 'image/png', media_details: { filesize: 10, sizes: {} } },
  })
  t.equal(files.size, 1)
})

t.test('a picture that can be read and not decoded has no sizes', async t => {
  const images = { inspect: paintedImages.inspect, make: async () => undefined }
  const { upload, files } = await mediaSite({ images })
  const { status, body } = await upload('a.png', painted({ width: 3000, height: 10, orientation: 3 }))
  t.equal(status, 201)
  t.match(body, { media_details: { width: 3000, height: 10, sizes: {} } })
  t.equal(files.size, 1)
})

t.test('the tools know who waits', async t => {
  const owners = new Set<number | undefined>()
  const images: ImageTools = {
    inspect(source, owner) {
      owners.add(owner)
      return paintedImages.inspect(source)
    },
    make(source, steps, quality, owner) {
      owners.add(owner)
      return paintedImages.make(source, steps, quality)
    },
  }
  const recordings: RecordingReader = {
    async read(_source, owner) {
      owners.add(owner)
      return undefined
    },
  }
  const { upload, users } = await mediaSite({ images, recordings })
  t.equal((await upload('a.png', painted({ width: 900, height: 600 }), { as: 'author' })).status, 201)
  t.same([...owners], [users.get('author')?.id])
  t.equal((await upload('a.wav', wave(1), { as: 'editor' })).status, 201)
  t.same([...owners], [users.get('author')?.id, users.get('editor')?.id])
})
