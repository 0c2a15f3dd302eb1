import type { Attachment, Category, Comment, Page, Post, Tag, User } from '@platen/site/types'
import type { Named } from './resources.js'

/** The fields that resources have in the context `embed`, if they have them at all. */
type EmbedField =
  | 'id'
  | 'name'
  | 'slug'
  | 'title'
  | 'type'
  | 'link'
  | 'date'
  | 'author'
  | 'author_name'
  | 'excerpt'
  | 'url'
  | 'avatar_urls'
  | 'taxonomy'
  | 'source_url'
  | 'alt_text'
  | 'media_type'
  | 'mime_type'
  | '_links'

/** A resource in the context `embed`. The types of responses do not say which of the other fields it has. */
export type EmbedView<T> = T extends { id: number }
  ? { [K in keyof T as K extends EmbedField ? K : never]: WithoutRaw<T[K]> } & {
      [K in keyof T as K extends EmbedField | '_embedded' ? never : K]?: WithoutRaw<T[K]>
    }
  : { [K in keyof T]?: WithoutRaw<T[K]> }
/** Texts that only editors see are left out. */
type WithoutRaw<V> = V extends { raw: string } ? Partial<V> : V

/** An error in the place of a resource `T` that the caller may not read. */
export type EmbedError<T = unknown> = {
  readonly code: string
  readonly message: string
} & { readonly [K in Exclude<keyof Named<T>, 'code' | 'message'>]?: undefined }

type Single<T> = (EmbedView<T> | EmbedError<T>)[]
type Listed<T> = EmbedView<T>[][]

/** The target of a relation, of which the type is not known. */
interface Linking {
  id: number
  link: string
  [field: string]: unknown
}

/** The prefix of the relations of a dialect, by the paths that a client uses. */
export type PrefixOf<P> = P extends `/wp${string}` ? 'wp' : 'cms'

/** `Members` if a resource has one of the fields `F`. */
type If<T, F, Members> = Extract<keyof Named<T>, F> extends never ? unknown : Members

/** The resources that links of `T` lead to, by the relations that `_embed` follows. */
export type EmbedsOf<T, X extends string> = If<T, 'author', { author: Single<User> }> &
  If<T, 'comment_status', { replies: (EmbedView<Comment>[] | EmbedError)[] }> &
  If<T, 'featured_media', { [K in `${X}:featuredmedia`]: Single<Attachment> }> &
  If<T, 'comment_status' | 'categories' | 'tags' | 'class_list', { [K in `${X}:term`]: Listed<Category | Tag> }> &
  If<T, 'parent', { up: Single<T> }> &
  If<T, 'source_url', { [K in `${X}:attached-to`]: Single<Post | Page> }> &
  If<
    T,
    'author_user_agent' | 'author_name',
    { up: Single<Post | Page>; 'in-reply-to': Single<Comment>; children: Listed<Comment> }
  > &
  If<T, 'object_id', { [K in `${X}:menu-item-object`]: Single<Post | Page | Category | Tag> }> &
  If<T, 'subtype', { self: Single<Post | Page | Category | Tag> }> &
  // Those of meta keys that refer to something.
  If<T, 'meta', { [K in `${X}:meta-${string}`]: Single<Linking> }>

/** The relations of `T` that `_embed` follows. */
export type RelationOf<T, X extends string> = unknown extends T
  ? string
  : T extends unknown
    ? keyof EmbedsOf<T, X> & string
    : never

/** What `_embed` adds to `T`. Without links to it, or with lists that are empty, a relation is missing. */
export type EmbeddedIn<T, Relations, X extends string> = Relations extends readonly (infer R extends string)[]
  ? { [K in R]?: EmbedsOf<T, X>[K & keyof EmbedsOf<T, X>] }
  : Partial<EmbedsOf<T, X>>
