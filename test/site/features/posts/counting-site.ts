import { assignmentsIn, metaIn, type PostRecord, postsIn, termsIn } from '@platen/site'
import type { NewRecord, Store } from '@platen/storage'
import type { Test } from 'tap'
import { makeSite, type TestSite } from '../../make-site.js'
import { samplePost } from '../../sample-records.js'
import { openNewFile } from '../../sqlite-file.js'

/** A site whose statements are counted. */
export interface CountingSite extends TestSite {
  /** How many statements a request that answers 200 costs, once it was asked before. */
  statements(request: string, as?: string): Promise<number>
  /** The statements of whatever `work` does. */
  during(work: () => Promise<unknown>): Promise<readonly string[]>
}

/** Makes a site in a SQLite file whose statements are counted. */
export async function countingSite(t: Test): Promise<CountingSite> {
  let statements: string[] = []
  const store = await openNewFile(`${t.testdir()}/site.sqlite`, { onStatement: sql => statements.push(sql) })
  t.teardown(() => store.close())
  const made = await makeSite({ store })
  return {
    ...made,
    async statements(request, as = 'administrator') {
      // The first of two finds what the site remembers about itself, and compiles its statements.
      const { status, body } = await made.send(request, { as })
      if (status !== 200) throw new Error(`${request}: ${JSON.stringify(body)}`)
      statements = []
      await made.send(request, { as })
      return statements.length
    },
    async during(work) {
      statements = []
      await work()
      return statements
    },
  }
}

/** A published post as it is stored. */
export const recordOf = (title: string, changes: Partial<PostRecord>): NewRecord<PostRecord> =>
  samplePost({ slug: title, title, content: `<p>${title}</p>`, ...changes })

/** Stores a hundred posts, each with three terms, an image and a revision. */
export async function fill(store: Store): Promise<void> {
  const image = await postsIn(store).insert(
    recordOf('image', { type: 'attachment', status: 'inherit', mimeType: 'image/png' }),
  )
  const tag = { taxonomy: 'post_tag', description: '', parent: 0, group: 0, count: 100 }
  const one = await termsIn(store).insert({ ...tag, name: 'One', slug: 'one' })
  const two = await termsIn(store).insert({ ...tag, name: 'Two', slug: 'two' })
  await store.transaction(async contents => {
    for (let number = 0; number < 100; number++) {
      const { id } = await postsIn(contents).insert(recordOf(`post-${number}`, {}))
      for (const term of [one, two, { id: 1 }])
        await assignmentsIn(contents).insert({ object: id, term: term.id, position: 0 })
      await metaIn(contents).insert({ kind: 'post', object: id, key: '_thumbnail_id', value: image.id })
      await postsIn(contents).insert(recordOf(`${id}-revision-v1`, { type: 'revision', status: 'inherit', parent: id }))
    }
  })
}
