import type { BenchResult } from '../bench-result.js'
import { ratioOf } from '../measure.js'
import { copyOf, filledSite, MILLION, openFilled } from './scale-site.js'

const REQUESTS = 200

/** A page of ten posts behind a million, found by a cursor, against the first page. Nothing is cached. */
export async function run(): Promise<BenchResult> {
  const { path, remove } = copyOf(filledSite(MILLION))
  const { site, close } = await openFilled(path)
  const get = async (query: string) => {
    const answer = await site.dispatch({ method: 'GET', path: '/cms/v2/posts', query })
    const text = answer.text()
    if (answer.status !== 200) throw new Error(`the list was answered with ${text}`)
    return { text, next: /[?&](cursor=[\w-]+)/.exec(answer.headers['Link'] ?? '')?.[1] }
  }

  // Reads all pages before it, at the maximum page size.
  let last = 'cursor='
  let before = last
  let posts = 0
  for (let cursor: string | undefined = last; cursor !== undefined; ) {
    const { text, next } = await get(`${cursor}&per_page=100&_fields=id`)
    posts += (JSON.parse(text) as unknown[]).length
    before = last
    last = cursor
    cursor = next
  }
  if (posts < MILLION) throw new Error(`the pages had ${posts} posts`)

  const milliseconds = (query: string) => async () => {
    const started = performance.now()
    for (let i = 0; i < REQUESTS; i++) {
      const { text } = await get(query)
      if (text.length < 1000) throw new Error('the page is too short')
    }
    return (performance.now() - started) / REQUESTS
  }
  const { ratio, ours, theirs } = await ratioOf(milliseconds(before), milliseconds('cursor='))
  await close()
  remove()
  const detail = `${ours.toFixed(3)} ms against ${theirs.toFixed(3)} ms`
  return {
    name: 'the cursor at the millionth post against the first page',
    ratio,
    goal: 1.2,
    compare: 'at-most',
    detail,
  }
}
