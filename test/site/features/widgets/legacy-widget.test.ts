import type { Site } from '@platen/site'
import t from 'tap'
import { makeSite, type TestSite } from '../../make-site.js'

const register = (site: Site) => {
  site.registerSidebar('main', { name: 'Main', beforeWidget: '[', afterWidget: ']' })
  site.registerSidebar('open', { name: 'Open', showInRest: true, beforeWidget: '(', afterWidget: ')' })
}

async function widget({ send }: TestSite, body: object): Promise<string> {
  const answer = await send('POST /widgets', { body })
  t.equal(answer.status, 201, JSON.stringify(answer.body))
  return (answer.body as { id: string }).id
}

const block = (id: string) => `<!-- wp:legacy-widget {"id":"${id}"} /-->`

async function shown({ send }: TestSite, content: string): Promise<(as: string) => Promise<string>> {
  const { body } = await send('POST /posts', { body: { title: 'Widgets', status: 'publish', content } })
  return async as => {
    const read = await send(`GET /posts/${(body as { id: number }).id}`, { as })
    return (read.body as { content: { rendered: string } }).content.rendered.trim()
  }
}

t.test('a stored widget shows to those who may read it', async t => {
  const site = await makeSite({ register })
  const text = (sidebar: string) => ({ id_base: 'text', sidebar, instance: { raw: { title: '', text: sidebar } } })
  const ids = [await widget(site, text('main')), await widget(site, text('open')), await widget(site, text('nowhere'))]
  const html = (content: string) => `\t\t\t<div class="textwidget">${content}</div>\n\t\t`
  const [main = '', open = '', nowhere = ''] = ids
  for (const [id, everybody, managers] of [
    [main, '', `[${html('main')}]`],
    [open, `(${html('open')})`, `(${html('open')})`],
    [nowhere, '', html('nowhere')],
  ] as const) {
    const readBy = await shown(site, `x${block(id)}y`)
    t.equal(await readBy('administrator'), `x${managers}y`, id)
    t.equal(await readBy('anonymous'), `x${everybody}y`, id)
  }
})

t.test('a widget that shows itself ends', async t => {
  const site = await makeSite({ register })
  const raw = { content: `<!-- wp:paragraph --><p>Again</p><!-- /wp:paragraph -->${block('block-2')}` }
  const id = await widget(site, { id_base: 'block', sidebar: 'open', instance: { raw } })
  t.equal(id, 'block-2')
  const html = await (await shown(site, block(id)))('anonymous')
  t.equal(html.split('Again').length - 1, 2)
})
