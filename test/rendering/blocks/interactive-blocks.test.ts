import t from 'tap'
import { compareRecorded, recordedSite, renderedBlock } from '../../site/blocks/recorded-site.js'

t.test('accordions and tabs match the reference', t => compareRecorded(t, 'interactive'))

t.test('many panels take linear time', async t => {
  const made = await recordedSite()
  const panel = '<!-- wp:tab-panel --><section class="wp-block-tab-panel">x</section><!-- /wp:tab-panel -->'
  const buttons = '<button>x</button>'.repeat(20_000)
  const started = performance.now()
  const html = await renderedBlock(
    made,
    `<!-- wp:tabs --><div class="wp-block-tabs"><!-- wp:tab-list --><div>${buttons}</div><!-- /wp:tab-list --><!-- wp:tab-panels --><div>${panel.repeat(20_000)}</div><!-- /wp:tab-panels --></div><!-- /wp:tabs -->`,
  )
  t.ok(performance.now() - started < 5_000)
  t.ok(html.includes('id="tabs_1-tab-19999"'))
})
