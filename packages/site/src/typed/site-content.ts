import type { CommentsContent } from '../content/comments/index.js'
import type { NewPost, PostInput, PostsContent, PostsOfType } from '../content/posts/index.js'
import type { NewTerm, TermsContent } from '../content/terms/index.js'
import type { As, AsOf } from '../kernel/operations/index.js'
import type { PostRecord, TermRecord } from '../kernel/records/index.js'
import type { UsersContent } from '../people/users/index.js'
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

/** Terms of every taxonomy, in process; the taxonomy in the input determines the meta values of a new term. */
export interface AnyTerms<D> extends Omit<TermsContent, 'create'> {
  create<const N extends string>(
    input: WithMeta<Omit<NewTerm, 'taxonomy'>, MetaInputOf<D, N>> & { readonly taxonomy: N },
    by: As,
  ): Promise<TermRecord>
}

/** The operations `C` of a resource, in process, with the meta values `M`. */
export type WithMetaOf<C extends UsersContent | CommentsContent, M> = Omit<C, 'create' | 'update'> & {
  create(input: WithMeta<Parameters<C['create']>[0], M>, by: As): ReturnType<C['create']>
  update(id: number, changes: WithMeta<Parameters<C['update']>[1], M>, by: AsOf): ReturnType<C['update']>
}

/** The content in process that has types of its own, of a site with the declarations `D`: posts by type, by the names of their routes. */
export type TypedContent<D> = {
  readonly posts: AnyPosts<D>
  readonly pages: TypedPosts<MetaInputOf<D, 'page'>>
  readonly terms: AnyTerms<D>
  readonly users: WithMetaOf<UsersContent, MetaInputOf<D, 'user'>>
  readonly comments: WithMetaOf<CommentsContent, MetaInputOf<D, 'comment'>>
} & {
  readonly [N in keyof ResourcesOf<D> & string as ContentName<ResourcesOf<D>[N]>]: TypedPosts<MetaInputOf<D, N>>
}

type ContentName<R> = R extends { readonly content: infer Name extends string } ? Name : never
