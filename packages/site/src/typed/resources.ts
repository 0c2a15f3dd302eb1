import type { Comment } from './bodies/comments.js'
import type { Attachment } from './bodies/media.js'
import type { Page } from './bodies/pages.js'
import type { Post } from './bodies/posts.js'
import type { Category, Tag } from './bodies/terms.js'
import type { User } from './bodies/users.js'
import type { MetaOf, MetaOfKind, TaxonomyName, TaxonomyOptionsOf, TypeName, TypeOptions } from './declared.js'
import type { RegisteredTypes } from './registered.js'

/** The built-in resources that have meta. */
interface BuiltInResources {
  readonly post: { readonly path: '/cms/v2/posts'; readonly body: Post }
  readonly page: { readonly path: '/cms/v2/pages'; readonly body: Page }
  readonly attachment: { readonly path: '/cms/v2/media'; readonly body: Attachment }
  readonly category: { readonly path: '/cms/v2/categories'; readonly body: Category }
  readonly post_tag: { readonly path: '/cms/v2/tags'; readonly body: Tag }
  readonly comment: { readonly path: '/cms/v2/comments'; readonly body: Comment }
  readonly user: { readonly path: '/cms/v2/users'; readonly body: User }
}

type Flat<T> = { [K in keyof T]: T[K] }
/** An interface with members for names that are not known, without these. */
type Known<T> = { [K in keyof T as string extends K ? never : K]: T[K] }

/** The path of a route in the dialect `cms`. */
export type RoutePath<P> = P extends `/wp${infer Rest}` ? `/cms${Rest}` : P

type BaseOf<O, N> = O extends { readonly restBase: infer Base extends string } ? Base : N
type PathOf<O, N extends string> = O extends { readonly restNamespace: infer Namespace extends string }
  ? RoutePath<`/${Namespace}/${BaseOf<O, N> & string}`>
  : `/cms/v2/${BaseOf<O, N> & string}`

/** The fields of posts that a type has if it supports something. */
interface SupportedFields {
  readonly title: 'title'
  readonly editor: 'content'
  readonly excerpt: 'excerpt'
  readonly author: 'author'
  readonly thumbnail: 'featured_media'
  readonly comments: 'comment_status' | 'ping_status'
  readonly 'page-attributes': 'menu_order'
  readonly 'post-formats': 'format'
}

type SupportsOf<O> = O extends { readonly supports: readonly (infer Name)[] }
  ? Name
  : O extends { readonly supports: infer Features }
    ? keyof Features
    : 'title' | 'editor'

type TaxonomiesOf<O> = O extends { readonly taxonomies: readonly (infer Name)[] } ? Name : never

type HasMeta<O> = 'custom-fields' extends SupportsOf<O> ? true : false

type ViewableField = 'permalink_template' | 'generated_slug' | 'class_list'
type IsViewable<O> = O extends { readonly publiclyQueryable: infer Is }
  ? Is
  : O extends { readonly public: infer Is }
    ? Is
    : false

/** The fields of every type, and those that a type has because of its options. */
type FieldOf<O> =
  | Exclude<
      keyof Post,
      SupportedFields[keyof SupportedFields] | ViewableField | 'sticky' | 'meta' | 'categories' | 'tags'
    >
  | (true extends IsViewable<O> ? ViewableField : never)
  | SupportedFields[SupportsOf<O> & keyof SupportedFields]
  | (O extends { readonly hierarchical: true } ? 'parent' : never)
  | (O extends { readonly sticky: true } ? 'sticky' : never)
  | ('category' extends TaxonomiesOf<O> ? 'categories' : never)
  | ('post_tag' extends TaxonomiesOf<O> ? 'tags' : never)

/** The fields of posts with the ids of terms of declared taxonomies, by the names of their routes. */
type TermFields<D, N> = {
  [T in TaxonomyOf<D, N> as BaseOf<TaxonomyOptionsOf<D, T>, T> & string]: number[]
}
/** The declared taxonomies of a type: those that name it, and those that it names. */
type TaxonomyOf<D, N, T = TaxonomyName<D>> =
  T extends TaxonomyName<D>
    ? N extends TypesOf<TaxonomyOptionsOf<D, T>>
      ? T
      : T & TaxonomiesOf<TypeOptions<D, N>>
    : never
type TypesOf<O> = O extends { readonly objectTypes: readonly (infer Type)[] } ? Type : never

type PostBody<D, N extends string, O = TypeOptions<D, N>> = Flat<
  Pick<Post & Pick<Page, 'parent' | 'menu_order'>, FieldOf<O>> &
    (HasMeta<O> extends true ? { meta: MetaOfKind<D, 'post', N> } : unknown) &
    TermFields<D, N>
>

type TermBody<D, N extends string> = Flat<
  Omit<Category, 'taxonomy' | 'meta' | 'parent'> & { taxonomy: N; meta: MetaOfKind<D, 'term', N> } & (TaxonomyOptionsOf<
      D,
      N
    > extends { readonly hierarchical: true }
      ? { parent: number }
      : unknown)
>

/** The responses of a built-in resource with declared meta and taxonomies. */
type BuiltInBody<D, N extends string, B> = Flat<WithDeclaredMeta<B, MetaOf<D, N>> & TermFields<D, N>>
type WithDeclaredMeta<B, M> = keyof M extends never
  ? B
  : Omit<B, 'meta'> & { meta: Flat<(B extends { meta: infer Own } ? Known<Own> : unknown) & M> }

/** The types of resources that `D` declares, and that `RegisteredTypes` has. */
export type ResourcesOf<D> = RegisteredTypes & {
  readonly [N in Exclude<TypeName<D>, keyof RegisteredTypes>]: {
    readonly path: PathOf<TypeOptions<D, N>, N>
    readonly body: PostBody<D, N>
    readonly content: TypeOptions<D, N> extends { readonly managed: true } ? never : BaseOf<TypeOptions<D, N>, N>
  }
} & {
  readonly [N in Exclude<TaxonomyName<D>, keyof RegisteredTypes> as N extends TypeName<D> ? `${N}_term` : N]: {
    readonly path: PathOf<TaxonomyOptionsOf<D, N>, N>
    readonly body: TermBody<D, N>
  }
} & {
  // Those about which nothing is declared have the types of the built-in routes.
  readonly [N in Exclude<keyof BuiltInResources, keyof RegisteredTypes> as
    | keyof MetaOf<D, N>
    | TaxonomyOf<D, N> extends never
    ? never
    : N]: {
    readonly path: BuiltInResources[N]['path']
    readonly body: BuiltInBody<D, N, BuiltInResources[N]['body']>
  }
}
