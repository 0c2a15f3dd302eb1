import { postsIn } from '@platen/site'
import type { BenchResult } from './bench-result.js'
import { ratioOf } from './measure.js'
import { sampleSite } from './sample-site.js'

const LOOP =
  '<!-- wp:query {"query":{"perPage":10,"postType":"post","inherit":false}} --><div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-title {"isLink":true} /--><!-- wp:post-date /--><!-- wp:post-excerpt /--><!-- wp:post-terms {"term":"category"} /--><!-- /wp:post-template --></div><!-- /wp:query -->'

/** A page with a query loop of 10 posts against the plain list of 10 posts, both uncached. */
export async function run(): Promise<BenchResult[]> {
  const { site, store } = await sampleSite(2000)
  const { records } = await postsIn(store).find({ limit: 1 })
  const [sample] = records
  if (sample === undefined) throw new Error('the sample site has no posts')
  const { id: _id, version: _version, ...page } = sample
  const { id } = await postsIn(store).insert({ ...page, type: 'page', slug: 'loop', content: LOOP })
  const secondsPer = (path: string) => async () => {
    const from = performance.now()
    for (let index = 0; index < 200; index++) {
      const answer = await site.dispatch({ method: 'GET', path, query: `page_of=${index}` })
      if (answer.status !== 200 || answer.text().length < 1000)
        throw new Error(`${path} was answered with ${answer.status}`)
    }
    return (performance.now() - from) / 200
  }
  const { ratio, ours, theirs } = await ratioOf(secondsPer(`/cms/v2/pages/${id}`), secondsPer('/cms/v2/posts'))
  return [
    {
      name: 'page with a query loop of 10 posts against the list of 10',
      ratio,
      goal: 3,
      compare: 'at-most',
      detail: `${ours.toFixed(3)} ms against ${theirs.toFixed(3)} ms`,
    },
  ]
}
