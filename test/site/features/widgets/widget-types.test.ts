import type { Site } from '@platen/site'
import { choiceField, defineWidget, flagField, lineField, RegistrationError } from '@platen/site/extend'
import t from 'tap'
import { makeSite, type TestSite } from '../../make-site.js'

const starsWidget = defineWidget({
  idBase: 'stars',
  name: 'Stars',
  description: 'Shows stars',
  className: ({ shape }) => `stars-${shape}`,
  outerClass: 'outer',
  fields: {
    title: lineField('Title:'),
    shape: choiceField('Shape:', { round: 'Round', sharp: 'Sharp "<>"' }, 'round'),
    many: flagField('Many'),
    place: choiceField('Place:', {}, ''),
  },
  choices: async () => ({ place: { sky: 'The sky' } }),
  render: ({ title, many }, _loaded, scope) => (many ? `${scope.title(title)}***` : undefined),
})

const register = (site: Site) => {
  site.registerSidebar('main', { name: 'Main' })
  site.registerWidget(starsWidget)
}

t.test('a type of the site', async t => {
  const { send } = await makeSite({ register })
  t.match((await send('GET /widget-types/stars')).body, {
    id: 'stars',
    name: 'Stars',
    description: 'Shows stars',
    is_multi: true,
    classname: 'stars-round',
  })
  const names = ((await send('GET /widget-types')).body as { id: string }[]).map(({ id }) => id)
  t.same(names, names.toSorted())
  t.ok(names.includes('stars'))
})

t.test('the form shows the values, and its data make an instance', async t => {
  const { send } = await makeSite({ register })
  const data = 'widget-stars[7][title]=A%20%22b%22&widget-stars[7][shape]=sharp&widget-stars[7][many]=on'
  const { body } = await send('POST /widget-types/stars/encode', { body: { form_data: data } })
  const { form, preview, instance } = body as { form: string; preview: string; instance: { raw: unknown } }
  t.same(instance.raw, { title: 'A "b"', shape: 'sharp', many: true, place: '' })
  t.equal(preview, '<div class="outer widget stars-sharp"><h2 class="widgettitle">A &#8220;b&#8221;</h2>***</div>')
  t.match(form, 'id="widget-stars--1-title" name="widget-stars[-1][title]" type="text" value="A &quot;b&quot;"')
  t.match(form, '<option value="sharp" selected="selected">Sharp &quot;&lt;&gt;&quot;</option>')
  t.match(form, 'name="widget-stars[-1][many]" checked="checked"')
  t.match(form, '<option value="sky">The sky</option>')
})

t.test('the form of an encoded widget has the number that was sent', async t => {
  const { send } = await makeSite({ register })
  for (const [number, shown] of [
    [3, '3'],
    ['4', '4'],
    [0, '0'],
    ['2.7', '2'],
    [-3, '-3'],
    [undefined, '-1'],
    ['', '-1'],
    ['7a', '-1'],
    [true, '-1'],
    [[3], '-1'],
    ['1e999', '-1'],
  ] as const) {
    const { body } = await send('POST /widget-types/stars/encode', { body: { number } })
    t.match(body, { form: `name="widget-stars[${shown}][title]"` }, String(number))
  }
})

t.test('a widget that shows nothing has no frame', async t => {
  const { send } = await makeSite({ register })
  const body = { id_base: 'stars', sidebar: 'main', instance: { raw: { many: false } } }
  t.match(await send('POST /widgets', { body }), { status: 201, body: { rendered: '' } })
  t.match(await send('POST /widgets/stars-2', { body: { form_data: 'widget-stars[2][many]=1' } }), {
    body: { rendered: '<li id="stars-2" class="outer widget stars-round">***</li>' },
  })
  t.match(await send('POST /widgets/stars-2', { body: { form_data: 'widget-stars[3][many]=0' } }), {
    body: { instance: { raw: { many: true } } },
  })
})

t.test('a preview is a page', async t => {
  const { send } = await makeSite({ register })
  const { body } = await send('POST /widget-types/stars/render', { body: { instance: { many: 1 } } })
  const { preview } = body as { preview: string }
  t.match(preview, /^<!doctype html>/)
  t.match(preview, '<div class="outer widget stars-round">***</div>')
})

const WRONG: readonly (readonly [what: string, definition: object])[] = [
  ['a base that ends with a number', { ...starsWidget, idBase: 'stars-2' }],
  ['a base that is not a name', { ...starsWidget, idBase: 'a b' }],
  ['an unknown key', { ...starsWidget, idBase: 'x', rendr: 1 }],
  ['the base of another', { ...starsWidget, idBase: 'text' }],
]

for (const [what, definition] of WRONG) {
  t.test(`${what} is refused`, async t => {
    await t.rejects(
      makeSite({ register: site => void site.registerWidget(definition as typeof starsWidget) }),
      RegistrationError,
    )
  })
}

const legacyWidgetRegister = (site: Site) => {
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
  const site = await makeSite({ register: legacyWidgetRegister })
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
  const site = await makeSite({ register: legacyWidgetRegister })
  const raw = { content: `<!-- wp:paragraph --><p>Again</p><!-- /wp:paragraph -->${block('block-2')}` }
  const id = await widget(site, { id_base: 'block', sidebar: 'open', instance: { raw } })
  t.equal(id, 'block-2')
  const html = await (await shown(site, block(id)))('anonymous')
  t.equal(html.split('Again').length - 1, 2)
})
