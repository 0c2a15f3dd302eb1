import type { RequestBody } from '@platen/core'
import { postsIn } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { type MediaSite, mediaSite } from '../media/media-site.js'

const bytes = (text: string) => Uint8Array.from(text, character => character.charCodeAt(0))
const FONTS = {
  ttf: bytes('\0\x01\0\0face'),
  woff2: bytes('wOF2face'),
  woff: bytes('wOFFface'),
  otf: bytes('OTTOface'),
}

interface Face {
  readonly id: number
  readonly parent: number
  readonly font_face_settings: Readonly<Record<string, unknown>>
}

/** A file of a form: the field, the name and the bytes. */
type Sent = readonly [field: string, name: string, bytes: Uint8Array]

/** Creates a family, and a function that adds faces to it. */
async function faces(site: MediaSite, slug = 'abel') {
  const family = await site.site.content.fonts.createFamily(
    { name: 'Abel', slug, fontFamily: 'Abel' },
    { as: site.site.system },
  )
  const path = `/${site.site.context.namespace}/font-families/${family.id}/font-faces`
  const add = (settings: object, files: readonly Sent[] = [], as = 'administrator') => {
    const text = JSON.stringify({ fontFamily: 'Abel', ...settings })
    const body: RequestBody = {
      kind: 'multipart',
      form: {
        fields: [['font_face_settings', text]],
        files: files.map(([field, name, content]) => ({ field, name, type: 'font/ttf', bytes: content })),
      },
    }
    return site.site.dispatch({ method: 'POST', path, body, headers: { 'x-as': as } })
  }
  return { family: family.id, add }
}

onEveryStore(t, 'files of faces are stored under free names, and removed with their faces', async (t, make) => {
  const site = await mediaSite({}, {}, make)
  const { family, add } = await faces(site)
  const { status, body } = await add({ src: ['a', 'b'], fontWeight: 700 }, [
    ['b', 'My font!.ttf', FONTS.ttf],
    ['a', 'My font!.woff2', FONTS.woff2],
  ])
  t.equal(status, 201)
  const face = body as Face
  const url = (name: string) => `https://site.example/files/fonts/${name}`
  t.strictSame(face.font_face_settings, {
    fontFamily: 'Abel',
    src: [url('My-font.woff2'), url('My-font.ttf')],
    fontWeight: '700',
  })
  const second = (await add({ src: 'a' }, [['a', '../My font!.ttf', FONTS.ttf]])).body as Face
  t.equal(second.font_face_settings['src'], url('My-font-1.ttf'))
  t.strictSame(
    [...site.files.keys()].sort(),
    ['My-font-1.ttf', 'My-font.ttf', 'My-font.woff2'].map(f => `fonts/${f}`),
  )

  await site.send(`DELETE /font-families/${family}/font-faces/${face.id}?force=true`)
  t.strictSame([...site.files.keys()], ['fonts/My-font-1.ttf'])
  await site.send(`DELETE /font-families/${family}?force=true`)
  t.equal(site.files.size, 0, 'a family takes its faces and their files with it')
  t.equal(await postsIn(site.store).get(second.id), undefined)
})

t.test('types are decided by extension and bytes', async t => {
  const site = await mediaSite()
  const { add } = await faces(site)
  for (const [format, content] of Object.entries(FONTS))
    t.equal((await add({ src: 'f', fontStyle: format }, [['f', `x.${format}`, content]])).status, 201, format)
  const stored = site.files.size
  const refused: readonly [name: string, content: Uint8Array][] = [
    ['x.ttf', bytes('<?php')],
    ['x.woff', FONTS.woff2],
    ['x', FONTS.woff2],
    ['x.woff2.php', FONTS.woff2],
    ['x.svg', bytes('<svg/>')],
    ['constructor', FONTS.woff2],
    ['x.__proto__', FONTS.woff2],
  ]
  for (const [name, content] of refused) {
    const answer = await add({ src: 'f', fontStyle: 'refused' }, [['f', name, content]])
    t.match(answer, { status: 400, body: { code: 'rest_font_upload_invalid_file_type' } }, name)
  }
  t.match(await add({ src: 'f', fontStyle: 'refused' }, [['f', 'x.ttf', bytes('')]]), {
    status: 400,
    body: { code: 'rest_font_upload_unknown_error' },
  })
  const half = await add({ src: ['f', 'g'], fontStyle: 'refused' }, [
    ['f', 'x.ttf', FONTS.ttf],
    ['g', 'y.ttf', bytes('no font')],
  ])
  t.equal(half.status, 400)
  t.equal(site.files.size, stored, 'nothing remains of refused uploads')
})

t.test('files and sources fit each other', async t => {
  const site = await mediaSite()
  const { add } = await faces(site)
  const file: Sent = ['f', 'x.ttf', FONTS.ttf]
  for (const [src, files] of [
    ['other', [file]],
    ['https://site.example/x.woff2', [file]],
    [['f'], [file, ['g', 'y.ttf', FONTS.ttf]]],
    [['f', ''], [file]],
    [[], [file]],
    ['f', []],
  ] as const)
    t.match(await add({ src }, files), {
      status: 400,
      body: { data: { details: { font_face_settings: { code: 'rest_invalid_param' } } } },
    })
  t.equal((await add({ src: ['f', 'f'] }, [file])).status, 400, 'a file twice')
  const many = Array.from({ length: 9 }, (_, i): Sent => [`f${i}`, `x${i}.ttf`, FONTS.ttf])
  const refused = await add({ src: many.map(([field]) => field) }, many)
  t.match(refused, { status: 400, body: { code: 'rest_upload_too_many_files' } })
  t.equal(site.files.size, 0)
  const large = await mediaSite({ maxBytes: 4 })
  t.equal((await (await faces(large)).add({ src: 'f' }, [file])).status, 413)
})

t.test('which URLs fonts may have', async t => {
  const site = await mediaSite(
    {},
    {
      services: {
        web: { permits: url => !url.includes('//10.'), get: async () => ({ outcome: 'refused', reason: '' }) },
      },
    },
  )
  const { add } = await faces(site)
  const cases: readonly [src: unknown, isAccepted: boolean][] = [
    ['https://site.example/x.woff2', true],
    ['http://site.example:8080/x.woff2', true],
    ['https://fonts.example/x.woff2', true],
    ['https://site.example:22/x.woff2', false],
    ['https://user:pass@site.example/x.woff2', false],
    ['https://10.0.0.1/x.woff2', false],
    ['https://fonts.example:9999/x.woff2', false],
    ['https://localhost/x.woff2', false],
    ['ftp://site.example/x.woff2', false],
    ['javascript:alert(1)', false],
    ['data:font/woff2;base64,AAAA', false],
    ['/x.woff2', false],
    [`https://site.example/${'a'.repeat(5000)}`, false],
    [['https://site.example/x.woff2', 'file:///etc/passwd'], false],
  ]
  for (const [i, [src, isAccepted]] of cases.entries())
    t.equal((await add({ src, fontStyle: `s${i}` })).status, isAccepted ? 201 : 400, String(src).slice(0, 60))
})

t.test('faces for the same text are one', async t => {
  const site = await mediaSite()
  const { add } = await faces(site)
  const other = await faces(site, 'other')
  const src = 'https://site.example/x.woff2'
  t.equal((await add({ src, unicodeRange: 'U+0-FF' })).status, 201)
  t.equal((await add({ src })).status, 201)
  t.equal((await add({ src, fontFamily: '"Abel One"' })).status, 201)
  for (const same of [
    {},
    { fontWeight: 400 },
    { fontWeight: 'normal' },
    { fontStyle: 'normal' },
    { fontStretch: 'NORMAL' },
    { fontFamily: 'abel' },
    { fontFamily: '"Abel"' },
    { fontFamily: 'Ábel' },
    { fontFamily: 'abel one' },
    { unicodeRange: 'u+0-ff' },
  ]) {
    const answer = await other.add({ src, ...same })
    t.match(answer, { status: 400, body: { code: 'rest_duplicate_font_face' } }, JSON.stringify(same))
  }
  for (const different of [{ fontWeight: 'bold' }, { fontStyle: '' }, { fontStretch: '75%' }])
    t.equal((await other.add({ src, ...different })).status, 201, JSON.stringify(different))
})

t.test('faces belong to their family', async t => {
  const site = await mediaSite()
  const { family, add } = await faces(site)
  const { family: other } = await faces(site, 'other')
  const { body } = await add({ src: 'https://site.example/x.woff2' })
  const { id } = body as Face
  const at = (parent: number) => `/font-families/${parent}/font-faces/${id}`
  t.equal((await site.send(`GET ${at(family)}`)).status, 200)
  const mismatch = { status: 404, body: { code: 'rest_font_face_parent_id_mismatch' } }
  t.match(await site.send(`GET ${at(other)}`), mismatch)
  t.match(await site.send(`DELETE ${at(other)}?force=true`), mismatch)
  t.match(await site.send(`GET ${at(999)}`), { status: 404, body: { code: 'rest_post_invalid_parent' } })
  t.match(await site.send(`GET /font-families/999/font-faces`), {
    status: 404,
    body: { code: 'rest_post_invalid_parent' },
  })
  t.match(await add({ src: 'https://site.example/x.woff2', fontStyle: 'x' }, [], 'editor'), {
    status: 403,
    body: { code: 'rest_cannot_create' },
  })
  const created = await add({ src: 'https://site.example/x.woff2', fontStyle: 'y' })
  t.equal(
    created.headers['Location'] ?? created.headers['location'],
    `https://site.example/cms-json/cms/v2/font-families/${family}/font-faces/${(created.body as Face).id}`,
  )
})

t.test('faces in process', async t => {
  const site = await mediaSite()
  const { family } = await faces(site)
  const { fonts } = site.site.content
  const settings = { fontFamily: 'Abel', src: ['file', 'https://site.example/a.ttf'] }
  const files = { file: { name: 'a.woff2', bytes: FONTS.woff2 } }
  const face = await fonts.createFace({ family, settings, files }, { as: site.site.system })
  t.strictSame([...site.files.keys()], ['fonts/a.woff2'])
  await t.rejects(fonts.createFace({ family, settings, files }, { as: site.site.system }), {
    code: 'rest_duplicate_font_face',
  })
  await t.rejects(fonts.createFace({ family: 0, settings, files }, { as: site.site.system }), {
    code: 'rest_post_invalid_parent',
  })
  t.equal(site.files.size, 1)
  await fonts.deleteFace(face.id, { as: site.site.system })
  t.equal(site.files.size, 0)
})
