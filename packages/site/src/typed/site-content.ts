import type { BaseRecord } from '@platen/storage'
import type { CommentsContent } from '../content/comments/index.js'
import type { MetaField, MetaFields } from '../content/meta/index.js'
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
export interface TypedPosts<M> extends Omit<PostsOfType, 'create' | 'update' | 'meta'> {
  /** Conditions and orders for `find` by declared meta keys: `meta.price.gte(10)`, `meta['place.lat'].asc`. */
  readonly meta: MetaFieldsOf<M, PostRecord>
  create(input: WithMeta<PostInput, M>, by: As): Promise<PostRecord>
  update(id: number, changes: WithMeta<PostInput, M>, by: AsOf): Promise<PostRecord>
}

/** The values that a key compares with: of a list, its elements; dates for moments. */
type Compared<V> = V extends readonly (infer E)[] ? E : V extends string ? V | Date : NonNullable<V>

/** The fields of queries of records `R` for the meta values `M`, and for properties of objects by their paths. */
export type MetaFieldsOf<M, R extends BaseRecord> = unknown extends M
  ? MetaFields<R>
  : {
      readonly [K in keyof M]-?: MetaField<Compared<NonNullable<M[K]>>, R>
    } & { readonly [Path in PropertyPath<M>]: MetaField<unknown, R> }

/** The paths of the properties of objects, such as `place.lat`. */
type PropertyPath<M> = {
  [K in keyof M & string]-?: NonNullable<M[K]> extends infer V
    ? PropertyOf<V extends readonly (infer E)[] ? E : V, K>
    : never
}[keyof M & string]
type PropertyOf<V, K extends string> = V extends object ? `${K}.${keyof V & string}` : never

/** Posts of every type, in process; the type in the input determines the meta values of a new post. */
export interface AnyPosts<D> extends Omit<PostsContent, 'create'> {
  create<const N extends string = 'post'>(
    input: WithMeta<Omit<NewPost, 'type'>, MetaInputOf<D, N>> & { readonly type?: N },
    by: As,
  ): Promise<PostRecord>
}

/** Terms of every taxonomy, in process; the taxonomy in the input determines the meta values of a new term. */
export interface AnyTerms<D> extends Omit<TermsContent, 'create' | 'meta'> {
  create<const N extends string>(
    input: WithMeta<Omit<NewTerm, 'taxonomy'>, MetaInputOf<D, N>> & { readonly taxonomy: N },
    by: As,
  ): Promise<TermRecord>
  /** Conditions and orders for `find` by the declared meta keys of a taxonomy: `meta('category').color.eq('red')`. */
  meta<const N extends string>(taxonomy: N): MetaFieldsOf<MetaInputOf<D, N>, TermRecord>
}

/** The operations `C` of a resource, in process, with the meta values `M`. */
export type WithMetaOf<C extends UsersContent | CommentsContent, M> = Omit<C, 'create' | 'update' | 'meta'> & {
  /** Conditions and orders for `find` by declared meta keys. */
  readonly meta: MetaFieldsOf<M, Awaited<ReturnType<C['create']>>>
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
