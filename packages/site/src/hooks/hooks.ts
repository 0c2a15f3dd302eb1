import type { CommentRecord, PostRecord, TermRecord, UserRecord } from '../storage/index.js'

/** Things that happen, told after they were stored; what a listener throws is logged and changes nothing. */
export interface SiteEvents {
  'post.saved': { readonly post: PostRecord; readonly before: PostRecord | undefined }
  'post.deleted': { readonly post: PostRecord }
  'term.saved': { readonly term: TermRecord; readonly before: TermRecord | undefined }
  'term.deleted': { readonly term: TermRecord }
  'user.saved': { readonly user: UserRecord; readonly before: UserRecord | undefined }
  'user.deleted': { readonly user: UserRecord; readonly reassignedTo: number | undefined }
  'comment.saved': { readonly comment: CommentRecord; readonly before: CommentRecord | undefined }
  'comment.deleted': { readonly comment: CommentRecord }
  'setting.changed': { readonly key: string; readonly value: unknown }
}

/** Values that pass through on their way out, in the order of registration. */
export interface SiteFilters {
  'post.title': { readonly value: string; readonly post: PostRecord }
  'post.content': { readonly value: string; readonly post: PostRecord }
  'post.excerpt': { readonly value: string; readonly post: PostRecord }
  'post.link': { readonly value: string; readonly post: PostRecord }
}

/** Typed hooks: listen to what happens, change what is shown. */
export interface Hooks {
  on<E extends keyof SiteEvents>(event: E, listener: (detail: SiteEvents[E]) => void | Promise<void>): () => void
  filter<F extends keyof SiteFilters>(name: F, change: (detail: SiteFilters[F]) => SiteFilters[F]['value']): () => void
  emit<E extends keyof SiteEvents>(event: E, detail: SiteEvents[E]): Promise<void>
  apply<F extends keyof SiteFilters>(name: F, detail: SiteFilters[F]): SiteFilters[F]['value']
}

type Listener = (detail: never) => void | Promise<void>
type Change = (detail: never) => unknown

/** Each registration is an entry of its own: the same function may be registered twice, and taken away once. */
interface Entry<T> {
  readonly run: T
}

function adder<T>(all: Map<string, readonly Entry<T>[]>): (name: string, run: T) => () => void {
  return (name, run) => {
    const entry = { run }
    all.set(name, [...(all.get(name) ?? []), entry])
    return () => {
      all.set(
        name,
        (all.get(name) ?? []).filter(other => other !== entry),
      )
    }
  }
}

/** Creates hooks; `onError` is told what listeners throw. */
export function createHooks(onError: (error: unknown, event: string) => void): Hooks {
  const listeners = new Map<string, readonly Entry<Listener>[]>()
  const changes = new Map<string, readonly Entry<Change>[]>()
  const addListener = adder(listeners)
  const addChange = adder(changes)
  return {
    on: (event, listener) => addListener(event, listener as Listener),
    filter: (name, change) => addChange(name, change as Change),
    async emit(event, detail) {
      for (const { run } of listeners.get(event) ?? []) {
        try {
          await run(detail as never)
        } catch (error) {
          onError(error, event)
        }
      }
    },
    apply(name, detail) {
      const all = changes.get(name)
      if (all === undefined) return detail.value
      let passing = detail
      for (const { run } of all) passing = { ...passing, value: run(passing as never) as string }
      return passing.value
    },
  }
}
