import type { BenchResult } from './bench-result.js'
import { ratioOf } from './measure.js'
import { sampleSite } from './sample-site.js'

async function subject(posts: number) {
  let statements = 0
  const { site } = await sampleSite(posts, { onStatement: () => statements++ })
  const request = { method: 'GET', path: '/cms/v2/posts' }
  const once = async () => {
    const answer = await site.dispatch(request)
    if (answer.status !== 200 || answer.text().length < 1000)
      throw new Error(`the list was answered with ${answer.status}`)
  }
  await once()
  const before = statements
  await once()
  const perList = statements - before
  const secondsPerList = async () => {
    const from = performance.now()
    for (let i = 0; i < 300; i++) await once()
    return (performance.now() - from) / 300
  }
  return { secondsPerList, perList }
}

/** The list of posts at 100,000 posts against 1,000: the same number of statements, and hardly more time. */
export async function run(): Promise<BenchResult[]> {
  const large = await subject(100_000)
  const small = await subject(1000)
  const { ratio, ours, theirs } = await ratioOf(large.secondsPerList, small.secondsPerList)
  return [
    {
      name: 'list of 10 posts at 100,000 against 1,000',
      ratio,
      goal: 1.3,
      compare: 'at-most',
      detail: `${ours.toFixed(3)} ms against ${theirs.toFixed(3)} ms`,
    },
    {
      name: 'statements of that list at 100,000 against 1,000',
      ratio: large.perList / small.perList,
      goal: 1,
      compare: 'at-most',
      detail: `${large.perList} statements against ${small.perList}`,
    },
  ]
}
