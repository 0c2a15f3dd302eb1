import type { NewPost, PostInput, PostsContent, PostsOfType } from '../content/posts/index.js'
import type { As, AsOf } from '../kernel/operations/index.js'
import type { PostRecord } from '../kernel/records/index.js'
import type { MetaInputOf } from './declared.js'
import type { ResourcesOf } from './resources.js'

/** An input with the meta values `M`. */
export type WithMeta<Input, M> = Omit<Input, 'meta'> & { meta?: M | undefined }

/** The posts of one type with the meta values `M`, in process: what `site.content.events` is. */
export interface TypedPosts<M> extends Omit<PostsOfType, 'create' | 'update'> {
  create(input: WithMeta<PostInput, M>, by: As): Promise<PostRecord>
  update(id: number, changes: WithMeta<PostInput, M>, by: AsOf): Promise<PostRecord>
}

/** Posts of every type, in process; the type in the input determines the meta values of a new post. */
export interface AnyPosts<D> extends Omit<PostsContent, 'create'> {
  create<const N extends string = 'post'>(
    input: WithMeta<Omit<NewPost, 'type'>, MetaInputOf<D, N>> & { readonly type?: N },
    by: As,
  ): Promise<PostRecord>
}

/** The content in process that has types of its own, of a site with the declarations `D`: posts by type, by the names of their routes. */
export type TypedContent<D> = {
  readonly posts: AnyPosts<D>
  readonly pages: TypedPosts<MetaInputOf<D, 'page'>>
} & {
  readonly [N in keyof ResourcesOf<D> & string as ContentName<ResourcesOf<D>[N]>]: TypedPosts<MetaInputOf<D, N>>
}

type ContentName<R> = R extends { readonly content: infer Name extends string } ? Name : never
