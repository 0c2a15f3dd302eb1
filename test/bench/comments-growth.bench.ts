import { usersIn } from '@platen/site'
import type { BenchResult } from './bench-result.js'
import { ratioOf } from './measure.js'
import { sampleSite } from './sample-site.js'

const LISTS = {
  'newest comments': '',
  'oldest comments': '&order=asc',
  'tenth page of comments': '&page=10',
} as const

async function subject(comments: number) {
  const { site, store } = await sampleSite(1, { comments })
  const principal = site.principalOf(await usersIn(store).get(1))
  let made = 0
  const timed = async (count: number, once: () => Promise<void>) => {
    const from = performance.now()
    for (let i = 0; i < count; i++) await once()
    return (performance.now() - from) / count
  }
  const secondsPerList = (query: string) =>
    timed(200, async () => {
      const request = { method: 'GET', path: '/cms/v2/comments', query: `post=1${query}` }
      const answer = await site.dispatch(request)
      if (answer.status !== 200 || answer.text().length < 1000)
        throw new Error(`the list was answered with ${answer.status}: ${answer.text().slice(0, 200)}`)
    })
  const secondsPerComment = () =>
    timed(20, async () => {
      const value = { post: 1, content: `Another remark, number ${made++}` }
      const body = { kind: 'json', value } as const
      const answer = await site.dispatch({ method: 'POST', path: '/cms/v2/comments', body, principal })
      if (answer.status !== 201) throw new Error(`a comment was refused: ${answer.text()}`)
    })
  return { secondsPerList, secondsPerComment }
}

/** Reading pages of comments and writing comments, on a post with 100,000 comments against one with 100. */
export async function run(): Promise<BenchResult[]> {
  const large = await subject(100_000)
  const small = await subject(100)
  const results: BenchResult[] = []
  const compare = async (name: string, goal: number, ours: () => Promise<number>, theirs: () => Promise<number>) => {
    const measured = await ratioOf(ours, theirs)
    const detail = `${measured.ours.toFixed(3)} ms against ${measured.theirs.toFixed(3)} ms`
    results.push({ name: `${name} at 100,000 against 100`, ratio: measured.ratio, goal, compare: 'at-most', detail })
  }
  for (const [name, query] of Object.entries(LISTS))
    await compare(
      name,
      1.3,
      () => large.secondsPerList(query),
      () => small.secondsPerList(query),
    )
  await compare('creating a comment', 1.3, large.secondsPerComment, small.secondsPerComment)
  return results
}
