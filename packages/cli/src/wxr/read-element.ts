import { readDate, readFeedDate } from './dates.js'
import { childrenOf, numberOf, textOf, type WxrElement, wordOf } from './element.js'
import type { WxrAssignment, WxrAuthor, WxrComment, WxrMeta, WxrPost, WxrRecord, WxrTerm } from './wxr-records.js'

const readers = new Map<string, (element: WxrElement) => WxrRecord>([
  ['wp:base_blog_url', ({ line, text }) => ({ kind: 'site', line, url: text.trim() })],
  ['wp:author', readAuthor],
  ['wp:category', element => readTerm(element, 'category', categoryNames)],
  ['wp:tag', element => readTerm(element, 'post_tag', tagNames)],
  ['wp:term', element => readTerm(element, wordOf(element, 'wp:term_taxonomy'), termNames)],
  ['item', readPost],
])

/** The function that reads children of the channel with a name as records; `undefined` if they are not records. */
export const recordReader = (name: string) => readers.get(name)

const categoryNames = {
  slug: 'wp:category_nicename',
  name: 'wp:cat_name',
  parent: 'wp:category_parent',
  description: 'wp:category_description',
}
const tagNames = { slug: 'wp:tag_slug', name: 'wp:tag_name', parent: '', description: 'wp:tag_description' }
const termNames = {
  slug: 'wp:term_slug',
  name: 'wp:term_name',
  parent: 'wp:term_parent',
  description: 'wp:term_description',
}

function readAuthor(element: WxrElement): WxrAuthor {
  return {
    kind: 'author',
    line: element.line,
    id: numberOf(element, 'wp:author_id'),
    login: wordOf(element, 'wp:author_login'),
    email: wordOf(element, 'wp:author_email'),
    displayName: wordOf(element, 'wp:author_display_name'),
    firstName: wordOf(element, 'wp:author_first_name'),
    lastName: wordOf(element, 'wp:author_last_name'),
    description: textOf(element, 'wp:author_description'),
  }
}

function readTerm(element: WxrElement, taxonomy: string, names: typeof categoryNames): WxrTerm {
  return {
    kind: 'term',
    line: element.line,
    id: numberOf(element, 'wp:term_id'),
    taxonomy,
    slug: wordOf(element, names.slug),
    name: wordOf(element, names.name),
    parent: wordOf(element, names.parent),
    description: textOf(element, names.description),
    meta: readMeta(element, 'wp:termmeta'),
  }
}

function readPost(element: WxrElement): WxrPost {
  const type = wordOf(element, 'wp:post_type') || 'post'
  return {
    kind: 'post',
    line: element.line,
    id: numberOf(element, 'wp:post_id'),
    type,
    status: wordOf(element, 'wp:status') || 'draft',
    title: textOf(element, 'title'),
    content: textOf(element, 'content:encoded'),
    excerpt: textOf(element, 'excerpt:encoded'),
    slug: wordOf(element, 'wp:post_name'),
    guid: wordOf(element, 'guid'),
    creator: wordOf(element, 'dc:creator'),
    date: readDate(textOf(element, 'wp:post_date')),
    dateGmt: readDate(textOf(element, 'wp:post_date_gmt')),
    modified: readDate(textOf(element, 'wp:post_modified')),
    modifiedGmt: readDate(textOf(element, 'wp:post_modified_gmt')),
    published: readFeedDate(textOf(element, 'pubDate')),
    parent: numberOf(element, 'wp:post_parent'),
    menuOrder: numberOf(element, 'wp:menu_order'),
    commentStatus: wordOf(element, 'wp:comment_status') || 'open',
    pingStatus: wordOf(element, 'wp:ping_status') || 'open',
    password: textOf(element, 'wp:post_password'),
    sticky: wordOf(element, 'wp:is_sticky') === '1',
    attachmentUrl: type === 'attachment' ? wordOf(element, 'wp:attachment_url') || wordOf(element, 'guid') : '',
    terms: readAssignments(childrenOf(element, 'category')),
    meta: readMeta(element, 'wp:postmeta'),
    comments: childrenOf(element, 'wp:comment').map(readComment),
  }
}

/** In old files, categories without a taxonomy repeat the others, and are only used if there are no others. */
function readAssignments(elements: readonly WxrElement[]): readonly WxrAssignment[] {
  const placed = elements.filter(({ attributes }) => attributes['domain'])
  const counting = placed.length > 0 ? placed.filter(({ attributes }) => attributes['nicename']) : elements
  return counting.map(({ attributes, text }) => ({
    taxonomy: attributes['domain'] === 'tag' ? 'post_tag' : (attributes['domain'] ?? 'category'),
    slug: attributes['nicename']?.trim() ?? '',
    name: text.trim(),
  }))
}

function readMeta(element: WxrElement, name: string): readonly WxrMeta[] {
  const pairs = childrenOf(element, name).map(pair => ({
    key: wordOf(pair, 'wp:meta_key'),
    value: textOf(pair, 'wp:meta_value'),
  }))
  return pairs.filter(({ key }) => key !== '')
}

function readComment(element: WxrElement): WxrComment {
  return {
    line: element.line,
    id: numberOf(element, 'wp:comment_id'),
    parent: numberOf(element, 'wp:comment_parent'),
    author: numberOf(element, 'wp:comment_user_id'),
    authorName: wordOf(element, 'wp:comment_author'),
    authorEmail: wordOf(element, 'wp:comment_author_email'),
    authorUrl: wordOf(element, 'wp:comment_author_url'),
    authorIp: wordOf(element, 'wp:comment_author_IP'),
    date: readDate(textOf(element, 'wp:comment_date')),
    dateGmt: readDate(textOf(element, 'wp:comment_date_gmt')),
    content: textOf(element, 'wp:comment_content'),
    approved: wordOf(element, 'wp:comment_approved'),
    type: wordOf(element, 'wp:comment_type') || 'comment',
    meta: readMeta(element, 'wp:commentmeta'),
  }
}
