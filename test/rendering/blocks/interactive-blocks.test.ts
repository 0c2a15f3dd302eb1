import t from 'tap'
import { grows } from '../../growth.js'
import { compareRecorded, recordedSite, renderedBlock } from '../../site/blocks/recorded-site.js'

t.test('accordions and tabs match the reference', t => compareRecorded(t, 'interactive'))

t.test('many panels take linear time', async t => {
  const made = await recordedSite()
  const panel = '<!-- wp:tab-panel --><section class="wp-block-tab-panel">x</section><!-- /wp:tab-panel -->'
  const tabs = (count: number) => {
    const buttons = '<button>x</button>'.repeat(count)
    const content = `<!-- wp:tabs --><div class="wp-block-tabs"><!-- wp:tab-list --><div>${buttons}</div><!-- /wp:tab-list --><!-- wp:tab-panels --><div>${panel.repeat(count)}</div><!-- /wp:tab-panels --></div><!-- /wp:tabs -->`
    return async () => t.ok((await renderedBlock(made, content)).includes(`id="tabs_1-tab-${count - 1}"`))
  }
  t.equal(await grows(tabs, 10_000), undefined)
})
