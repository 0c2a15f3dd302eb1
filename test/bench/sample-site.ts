import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  assignmentsIn,
  type CommentRecord,
  cmsDialect,
  commentsIn,
  createSite,
  installSite,
  type PasswordHasher,
  type PostRecord,
  postsIn,
  type Site,
  termsIn,
} from '@platen/site'
import type { Feature } from '@platen/site/extend'
import { openSqliteStore, type SqliteSynchronous } from '@platen/sql/sqlite'
import type { NewRecord, Store, StoreSession } from '@platen/storage'
import { temporaryFolder } from '../temporary-folder.js'

/** A hasher for fictitious passwords, which it stores as plain text. */
export const plainHasher: PasswordHasher = {
  hash: async password => password,
  verify: async (hash, password) => hash === password,
}
const RECORDS_PER_INSERT = 1000

const paragraph = (i: number) =>
  `<!-- wp:paragraph -->\n<p>The ${i}th note tells of "ink" and of paper -- and of how the one <em>meets</em> the other.</p>\n<!-- /wp:paragraph -->`

/** A realistic post: three paragraphs, a title, and its own date. */
export function samplePost(i: number): NewRecord<PostRecord> {
  const date = new Date(Date.UTC(2020, 0, 1) + i * 3600_000).toISOString().slice(0, 19)
  return {
    type: 'post',
    status: 'publish',
    author: 1,
    date,
    dateGmt: date,
    modified: date,
    modifiedGmt: date,
    slug: `note-${i}`,
    title: `Note ${i}`,
    content: [paragraph(i), paragraph(i + 1), paragraph(i + 2)].join('\n\n'),
    excerpt: '',
    password: '',
    parent: 0,
    menuOrder: 0,
    commentStatus: 'open',
    pingStatus: 'open',
    guid: `http://127.0.0.1/?p=${i}`,
    mimeType: '',
    commentCount: 0,
    trashedStatus: '',
  }
}

/** A realistic comment on the first post. */
export function sampleComment(i: number): NewRecord<CommentRecord> {
  const date = new Date(Date.UTC(2021, 0, 1) + i * 60_000).toISOString().slice(0, 19)
  return {
    post: 1,
    parent: 0,
    author: 0,
    authorName: `Reader ${i % 500}`,
    authorEmail: `reader-${i % 500}@example.com`,
    authorUrl: '',
    authorIp: '203.0.113.7',
    authorAgent: '',
    date,
    dateGmt: date,
    created: date,
    status: 'approved',
    type: 'comment',
    content: `The ${i}th remark on "ink" and on paper -- and on how the one <em>meets</em> the other.`,
  }
}

/**
 * Installs a site in a new SQLite file and fills it with the given number of posts, each with a category and two of
 * fifty tags, and with the given number of comments on the first post.
 */
export async function fillSite(path: string, posts: number, comments = 0): Promise<void> {
  const store = await openSqliteStore({ path, synchronous: 'normal' })
  await fillStore(store, posts, comments)
  await store.close()
}

/** Does the same in an empty store. */
export async function fillStore(store: Store, posts: number, comments = 0): Promise<void> {
  const administrator = { login: 'admin', email: 'admin@example.com', password: 'x' }
  await installSite(store, { url: 'http://127.0.0.1', administrator, services: { passwords: plainHasher } })
  const tags = await termsIn(store).insertMany(
    Array.from({ length: 50 }, (_, i) => ({
      taxonomy: 'post_tag',
      name: `Tag ${i}`,
      slug: `tag-${i}`,
      description: '',
      parent: 0,
      group: 0,
      count: 0,
    })),
  )
  const insertPosts = async (tx: StoreSession, from: number, until: number) => {
    const stored = await postsIn(tx).insertMany(Array.from({ length: until - from }, (_, i) => samplePost(from + i)))
    await assignmentsIn(tx).insertMany(
      stored.flatMap(({ id: object }) => [
        { object, term: 1, position: 0 },
        { object, term: tags[object % 50]?.id ?? 1, position: 0 },
        { object, term: tags[(object + 7) % 50]?.id ?? 1, position: 1 },
      ]),
    )
  }
  const insertComments = async (tx: StoreSession, from: number, until: number) => {
    await commentsIn(tx).insertMany(Array.from({ length: until - from }, (_, i) => sampleComment(from + i)))
  }
  await insertMany(store, posts, insertPosts)
  await insertMany(store, comments, insertComments)
}

/** Inserts the given number of records in batches. */
async function insertMany(
  store: Store,
  count: number,
  insert: (tx: StoreSession, from: number, until: number) => Promise<void>,
): Promise<void> {
  await store.transaction(
    async tx => {
      for (let from = 0; from < count; from += RECORDS_PER_INSERT)
        await insert(tx, from, Math.min(count, from + RECORDS_PER_INSERT))
    },
    { bulk: true },
  )
}

/**
 * A site in SQLite with the given number of posts, and comments on the first of them. A separate process fills the
 * file, because an engine that has seen thousands of records survive would tenure the records of all later requests.
 */
export async function sampleSite(
  posts: number,
  options: {
    cache?: boolean
    renderCache?: boolean
    comments?: number
    synchronous?: SqliteSynchronous
    onStatement?: () => void
    features?: readonly Feature[]
  } = {},
): Promise<{ site: Site; store: Store; path: string }> {
  const path = join(temporaryFolder('bench'), 'site.sqlite')
  const counts = [posts, options.comments ?? 0].map(String)
  execFileSync(process.execPath, [fileURLToPath(new URL('./fill-site.js', import.meta.url)), path, ...counts])
  const { onStatement, synchronous } = options
  const store = await openSqliteStore({ path, synchronous, ...(onStatement === undefined ? {} : { onStatement }) })
  const site = createSite({
    store,
    url: 'http://127.0.0.1',
    dialect: cmsDialect,
    cache: options.cache,
    renderCache: options.renderCache ?? false,
    features: options.features,
    services: { passwords: plainHasher },
  })
  await site.ready()
  return { site, store, path }
}
