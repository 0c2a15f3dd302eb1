import { POST_FORMATS } from '../../content/posts/index.js'

/** A template with a place in the template hierarchy. */
export interface DefaultTemplateType {
  readonly slug: string
  readonly title: string
  readonly description: string
}

const capitalized = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

const type = (slug: string, title: string, description: string): DefaultTemplateType =>
  Object.freeze({ slug, title, description })

/** The templates of the hierarchy, with their titles. All others are custom. */
export const defaultTemplateTypes: readonly DefaultTemplateType[] = Object.freeze([
  type('index', 'Index', 'Shows every page that no other template is for.'),
  type('home', 'Blog Home', 'Shows the latest posts, on the front page or on the page for posts.'),
  type('front-page', 'Front Page', 'Shows the front page of the site, whatever is on it.'),
  type('singular', 'Single Entries', 'Shows a post or a page if no template is for that kind alone.'),
  type('single', 'Single Posts', 'Shows a post that has not chosen another template.'),
  type('page', 'Pages', 'Shows a page that has not chosen another template.'),
  type('archive', 'All Archives', 'Shows lists of posts: by author, category, tag, other taxonomy, type or date.'),
  type('author', 'Author Archives', 'Shows the posts of an author.'),
  type('category', 'Category Archives', 'Shows the posts of a category.'),
  type('taxonomy', 'Taxonomy', 'Shows the posts of a term of any other taxonomy.'),
  type('date', 'Date Archives', 'Shows the posts of a day, a month or a year.'),
  type('tag', 'Tag Archives', 'Shows the posts of a tag.'),
  type('attachment', 'Attachment Pages', 'Shows the page of an uploaded file.'),
  type('search', 'Search Results', 'Shows the results of a search.'),
  type('privacy-policy', 'Privacy Policy', 'Shows the privacy policy of the site.'),
  type('404', 'Page: 404', 'Shows that there is no page at a URL.'),
  ...POST_FORMATS.map(format =>
    type(
      `taxonomy-post_format-post-format-${format}`,
      `Post Format: ${capitalized(format)}`,
      `Shows the posts of the format ${format}.`,
    ),
  ),
])

const bySlug = new Map(defaultTemplateTypes.map(each => [each.slug, each]))

/** The default template type with a slug; `undefined` for a custom template. */
export const defaultTypeOf = (slug: string): DefaultTemplateType | undefined => bySlug.get(slug)
