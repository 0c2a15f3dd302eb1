import t from 'tap'
import { carries, item, meta } from '../export-text.js'
import { newSite, storeKinds } from '../new-site.js'
import { importText } from './imported.js'

const template = (id: number, slug: string, type: string, terms: string) =>
  item(
    { title: slug, guid: slug, post_id: id, post_type: type, post_name: slug, status: 'publish', content: 'Mine' },
    terms,
  )

const TEMPLATES =
  template(10, 'single', 'wp_template', carries('wp_theme', 'platen') + meta('origin', 'theme')) +
  template(11, 'single', 'wp_template', carries('wp_theme', 'meadow')) +
  template(12, 'promo', 'wp_template_part', carries('wp_theme', 'platen') + carries('wp_template_part_area', 'header'))

for (const kind of storeKinds) {
  t.test(`templates are for their themes, in ${kind}`, async t => {
    const site = await newSite(t, kind)
    await importText(site, TEMPLATES)
    const { templates, templateParts } = site.content
    const by = { as: site.system }
    t.match(await templates.get('platen//single', by), { content: 'Mine', origin: 'theme', hasThemeFile: true })
    t.match(await templates.get('meadow//single', by), { content: 'Mine', origin: null, hasThemeFile: false })
    t.match(await templateParts.get('platen//promo', by), { content: 'Mine', area: 'header' })
    t.equal((await templates.revert('platen//single', by)).source, 'theme')
  })
}
