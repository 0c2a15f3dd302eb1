import type { PostRecord } from '@platen/site'
import { createHooks, postContent, postDeleted, postSaved, postTitle } from '@platen/site/extend'
import t from 'tap'

const post = { id: 1, title: 'x' } as PostRecord

t.test('listeners run in order, and are awaited', async t => {
  const hooks = createHooks(() => t.fail('nothing fails'))
  const told: string[] = []
  hooks.on(postSaved, async () => {
    await new Promise(resolve => setTimeout(resolve, 5))
    told.push('first')
  })
  hooks.on(postSaved, ({ post: saved, before }) => void told.push(`second ${saved.id} ${before}`))
  hooks.on(postDeleted, () => void told.push('other'))
  await hooks.emit(postSaved, { post, before: undefined })
  t.same(told, ['first', 'second 1 undefined'])
})

t.test('errors of listeners are reported and have no other effect', async t => {
  const errors: unknown[] = []
  const hooks = createHooks((error, event) => void errors.push([event, (error as Error).message]))
  let told = 0
  hooks.on(postDeleted, () => {
    throw new Error('at once')
  })
  hooks.on(postDeleted, () => Promise.reject(new Error('later')))
  hooks.on(postDeleted, () => void told++)
  await hooks.emit(postDeleted, { post })
  t.same(errors, [
    ['post.deleted', 'at once'],
    ['post.deleted', 'later'],
  ])
  t.equal(told, 1)
})

t.test('a listener can be removed, also while an event is emitted', async t => {
  const hooks = createHooks(() => {})
  const told: string[] = []
  t.notOk(hooks.listens(postDeleted))
  const once = hooks.on(postDeleted, () => {
    told.push('once')
    once()
  })
  t.ok(hooks.listens(postDeleted))
  hooks.on(postDeleted, () => void told.push('always'))
  await hooks.emit(postDeleted, { post })
  await hooks.emit(postDeleted, { post })
  t.same(told, ['once', 'always', 'always'])
  once()
})

t.test('a listener added twice is removed one registration at a time', async t => {
  const hooks = createHooks(() => {})
  let told = 0
  const listener = () => void told++
  const first = hooks.on(postDeleted, listener)
  hooks.on(postDeleted, listener)
  await hooks.emit(postDeleted, { post })
  t.equal(told, 2)
  first()
  await hooks.emit(postDeleted, { post })
  t.equal(told, 3)
  first()
  await hooks.emit(postDeleted, { post })
  t.equal(told, 4, 'taking away twice takes away one')
})

t.test('a listener added during an event receives the next one', async t => {
  const hooks = createHooks(() => {})
  let told = 0
  hooks.on(postDeleted, () => void hooks.on(postDeleted, () => void told++))
  await hooks.emit(postDeleted, { post })
  t.equal(told, 0)
  await hooks.emit(postDeleted, { post })
  t.equal(told, 1)
})

t.test('a value passes through filters in order', t => {
  const hooks = createHooks(() => {})
  t.equal(hooks.apply(postTitle, { value: 'x', post }), 'x')
  const remove = hooks.filter(postTitle, ({ value }) => `${value}1`)
  hooks.filter(postTitle, ({ value, post: shown }) => `${value}2${shown.title}`)
  hooks.filter(postContent, () => 'other')
  const detail = Object.freeze({ value: 'x', post })
  t.equal(hooks.apply(postTitle, detail), 'x12x')
  remove()
  t.equal(hooks.apply(postTitle, detail), 'x2x')
  t.end()
})

t.test('what is not an event or a filter is refused', async t => {
  const hooks = createHooks(() => {})
  const fails = (work: () => unknown, message: RegExp) => t.throws(work, { name: 'RegistrationError', message })
  fails(() => hooks.on('save_post' as never, () => {}), /"save_post" is not an event such as postSaved/)
  fails(() => hooks.on(undefined as never, () => {}), /"undefined" is not an event/)
  // @ts-expect-error a filter is not an event
  fails(() => hooks.on(postTitle, () => {}), /"post.title" is not an event/)
  fails(() => hooks.filter('the_content' as never, () => ''), /"the_content" is not a filter such as postContent/)
  // @ts-expect-error an event is not a filter
  fails(() => hooks.filter(postSaved, () => ''), /"post.saved" is not a filter/)
})
