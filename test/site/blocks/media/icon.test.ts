import t from 'tap'
import { makeSite } from '../../make-site.js'

const SHAPE = '<path d="M0 0h1v1H0z" />'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${SHAPE}</svg>`
const REST = `xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${SHAPE}</svg></div>`

/** What the attributes of the block make of the wrapper and of the drawing. */
const CASES: readonly [attributes: object, wrapper: string, drawing: string][] = [
  [{}, 'class="wp-block-icon"', 'aria-hidden="true" focusable="false"'],
  [
    { flipHorizontal: true },
    'class="wp-block-icon"',
    'class="is-flip-horizontal" aria-hidden="true" focusable="false"',
  ],
  [
    { rotation: 45.5, flipHorizontal: true, flipVertical: true },
    'class="wp-block-icon"',
    'class="is-flip-horizontal is-flip-vertical" style="rotate: 45deg;" aria-hidden="true" focusable="false"',
  ],
  [{ rotation: 0.4 }, 'class="wp-block-icon"', 'aria-hidden="true" focusable="false"'],
  [{ rotation: -90 }, 'class="wp-block-icon"', 'style="rotate: -90deg;" aria-hidden="true" focusable="false"'],
  [{ ariaLabel: 'A "plus" <b>' }, 'class="wp-block-icon"', 'aria-label="A &quot;plus&quot; &lt;b&gt;" role="img"'],
  [
    { align: 'center', className: 'x y', anchor: 'here' },
    'class="aligncenter x y wp-block-icon" id="here"',
    'aria-hidden="true" focusable="false"',
  ],
  [
    { textColor: 'primary', backgroundColor: 'accent-1', borderColor: 'contrast', rotation: 90, flipVertical: true },
    'class="wp-block-icon"',
    'style="color:var(--wp--preset--color--primary);background-color:var(--wp--preset--color--accent-1); rotate: 90deg;" aria-hidden="true" class="has-text-color has-primary-color has-background has-accent-1-background-color has-border-color has-contrast-border-color is-flip-vertical" focusable="false"',
  ],
  [
    {
      style: {
        color: { text: '#ff0000', background: '#00ff00', gradient: 'linear-gradient(red,blue)' },
        border: { width: '2px', style: 'solid', color: '#123456', radius: '4px' },
        spacing: { padding: { top: '1px', left: '2px' }, margin: { top: '3px', bottom: '4px' } },
        dimensions: { width: '48px', height: '5px' },
      },
    },
    'style="margin-top:3px;margin-bottom:4px" class="wp-block-icon"',
    'style="color:#ff0000;background-color:#00ff00;border-color:#123456;border-radius:4px;border-style:solid;border-width:2px;width:48px;padding-top:1px;padding-left:2px;" aria-hidden="true" class="has-text-color has-background has-border-color" focusable="false"',
  ],
]

t.test('icons in content', async t => {
  const { send } = await makeSite({
    register(site) {
      site.registerIconCollection('garden', { label: 'Garden' })
      site.registerIcon('garden/rose', { svg })
    },
  })
  const rendered = async (attributes: object) => {
    const content = `<!-- wp:icon ${JSON.stringify(attributes)} /-->`
    const { body } = await send('POST /posts', { body: { title: 'x', content, status: 'publish' } })
    return (body as { content: { rendered: string } }).content.rendered.trim()
  }
  for (const [attributes, wrapper, drawing] of CASES)
    t.equal(
      await rendered({ icon: 'garden/rose', ...attributes }),
      `<div ${wrapper}><svg ${drawing} ${REST}`,
      JSON.stringify(attributes),
    )
  for (const icon of ['garden/none', 'rose', '', 5, undefined]) t.equal(await rendered({ icon }), '', String(icon))
  t.match(await rendered({ icon: 'core/plus' }), '<svg aria-hidden="true"')
})
