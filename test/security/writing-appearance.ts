// Writes templates, global styles and fonts to a site in a SQLite file until it is killed, and reports each write once it
// was answered: run with the path of the file, the folder of uploads and a number that no other run has.
import { setTimeout as pause } from 'node:timers/promises'
import type { RequestBody } from '@platen/core'
import { createDiskStorage } from '@platen/media'
import { openSqliteStore } from '@platen/sql/sqlite'
import { makeSite } from '../site/make-site.js'

const [path = '', folder = '', run = ''] = process.argv.slice(2)
const storage = createDiskStorage({ folder, url: 'https://site.example/files' })
const site = await makeSite({ store: await openSqliteStore({ path }), media: { storage } })

const json = (value: object): RequestBody => ({ kind: 'json', value })

async function send<T>(method: string, at: string, body?: RequestBody): Promise<T> {
  const headers = { 'x-as': 'administrator' }
  const reply = await site.site.dispatch({ method, path: `/cms/v2${at}`, body, headers, query: 'force=true' })
  if (reply.status >= 300) throw new Error(`${method} ${at}: ${reply.status} ${reply.text()}`)
  process.send?.(`${method} ${at}`)
  // Statements of SQLite are synchronous: without a pause, no file would ever be written.
  await pause(5)
  return reply.body as T
}

/** The life of a part: stored for the first time or new, changed, and deleted. */
async function writeTemplates(): Promise<void> {
  for (let at = 0; ; at++) {
    const title = `${run} ${at} created`
    const { id } = await send<{ id: string }>('POST', '/template-parts', json({ slug: 'own', title, area: 'header' }))
    await send('PUT', `/template-parts/${id}`, json({ title: `${run} ${at} updated`, content: 'x', area: 'footer' }))
    await send('PUT', '/templates/platen//single', json({ title: `${run} ${at} updated`, content: `${run} ${at}` }))
    await send('DELETE', `/template-parts/${id}`)
    if (at % 2 === 0) await send('DELETE', '/templates/platen//single')
  }
}

async function writeStyles(): Promise<void> {
  const { _links: links } = await send<{ _links: Record<string, readonly { readonly href: string }[]> }>(
    'GET',
    '/themes/platen',
  )
  const [own] = Object.entries(links).flatMap(([name, found]) => (name.endsWith('user-global-styles') ? found : []))
  const id = own?.href.split('/').at(-1)
  for (let at = 0; ; at++)
    await send(
      'PUT',
      `/global-styles/${id}`,
      json({ title: `${run} ${at} updated`, settings: {}, styles: { css: `/* ${at} */` } }),
    )
}

/** A font face with two files of 64 KiB. */
async function writeFonts(): Promise<void> {
  for (let at = 0; ; at++) {
    const slug = `font-${run}-${at}`
    const settings = JSON.stringify({ name: slug, slug, fontFamily: slug })
    const family = await send<{ id: number }>('POST', '/font-families', json({ font_family_settings: settings }))
    const face = JSON.stringify({ fontFamily: slug, src: ['a', 'b'] })
    const files = ['a', 'b'].map(field => {
      const bytes = new Uint8Array(65_536)
      bytes.set([0x77, 0x4f, 0x46, 0x32])
      return { field, name: `${slug}-${field}.woff2`, type: 'font/woff2', bytes }
    })
    const form = { fields: [['font_face_settings', face]] as const, files }
    await send('POST', `/font-families/${family.id}/font-faces`, { kind: 'multipart', form })
    if (at % 2 === 0) await send('DELETE', `/font-families/${family.id}`)
  }
}

// By turns: the files of fonts take longer than all else.
await (Number(run) % 2 === 0 ? writeFonts() : Promise.all([writeTemplates(), writeStyles()]))
