import { createMemoryStore } from '@platen/memory'
import { createSite, installSite } from '@platen/site'
import type { BenchResult } from './bench-result.js'
import { ratioOf } from './measure.js'
import { plainHasher } from './sample-site.js'

const ROUNDS = 200

const sentence = (i: number) =>
  `The ${i}th note tells of "ink" and of paper -- and of how the one <em>meets</em> the other, at some length.`
const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`

/** Paragraphs of the same text as blocks, as blocks including a quotation, and as text without blocks. */
const KINDS = {
  blocks: (texts: readonly string[]) => texts.map(paragraph).join('\n\n'),
  quotation: ([first = '', ...others]: readonly string[]) => {
    const quoted = `<blockquote class="wp-block-quote">${paragraph(first)}<cite>Somebody</cite></blockquote>`
    return [`<!-- wp:quote -->\n${quoted}\n<!-- /wp:quote -->`, ...others.map(paragraph)].join('\n\n')
  },
  classic: (texts: readonly string[]) => texts.join('\n\n'),
}

/** Measures the milliseconds that a list of 10 posts of a kind takes. */
async function subject(contentOf: (texts: readonly string[]) => string) {
  const store = createMemoryStore()
  const administrator = { login: 'admin', email: 'admin@bench.example', password: 'long-Password-1' }
  const url = 'https://bench.example'
  const services = { passwords: plainHasher }
  const user = await installSite(store, { url, administrator, services })
  const site = createSite({ store, url, services, renderCache: false })
  for (let post = 0; post < 10; post++) {
    const content = contentOf(Array.from({ length: 6 }, (_, i) => sentence(10 * post + i)))
    await site.call('POST', '/cms/v2/posts', { title: `Note ${post}`, content, status: 'publish' }, { as: user })
  }
  return async () => {
    const from = performance.now()
    for (let round = 0; round < ROUNDS; round++) {
      const response = await site.dispatch({ method: 'GET', path: '/cms/v2/posts', query: '' })
      if (response.status !== 200) throw new Error(`the list was answered with ${response.status}`)
      response.text()
    }
    return (performance.now() - from) / ROUNDS
  }
}

/** Lists of posts with other content against lists of posts with plain paragraphs. */
export async function run(): Promise<BenchResult[]> {
  const blocks = await subject(KINDS.blocks)
  const quotation = await subject(KINDS.quotation)
  const classic = await subject(KINDS.classic)
  const against = async (name: string, kind: () => Promise<number>): Promise<BenchResult> => {
    const { ratio, ours, theirs } = await ratioOf(kind, blocks)
    const detail = `${ours.toFixed(3)} ms against ${theirs.toFixed(3)} ms`
    return { name: `list of posts ${name}, against paragraphs`, ratio, goal: 1.6, compare: 'at-most', detail }
  }
  return [await against('with a quotation', quotation), await against('without blocks', classic)]
}
