import t from 'tap'
import { makeSite } from '../make-site.js'

t.test('the texts of a sidebar, and the HTML around its widgets', async t => {
  const { send } = await makeSite({
    register(site) {
      site.registerSidebar('plain', { name: 'Plain' })
      site.registerSidebar('framed', {
        name: 'Framed',
        description: 'On the right',
        class: 'frame',
        beforeWidget: '<div id="%1$s" class="%2$s">',
        afterWidget: '</div>',
        beforeTitle: '<h3>',
        afterTitle: '</h3>',
      })
    },
  })
  t.match((await send('GET /sidebars/framed')).body, { name: 'Framed', description: 'On the right', class: 'frame' })
  t.match((await send('GET /sidebars/plain')).body, { name: 'Plain', description: '', class: '' })
  const rendered = async (sidebar: string) => {
    const body = { id_base: 'text', sidebar, instance: { raw: { title: 'Bees', text: 'buzz' } } }
    return ((await send('POST /widgets', { body })).body as { readonly rendered: string }).rendered
  }
  t.match(await rendered('framed'), /^<div id="text-\d+" class="widget_text"><h3>Bees<\/h3>[\s\S]*<\/div>$/)
  t.match(await rendered('plain'), /^<li id="text-\d+" class="widget widget_text"><h2 class="widgettitle">Bees<\/h2>/)
})
