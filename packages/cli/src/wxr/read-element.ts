import { readFeedDate } from './dates.js'
import { childrenOf, dateOf, numberOf, textOf, type WxrElement, wordOf } from './element.js'
import type { WxrNotes } from './wxr-notes.js'
import type { WxrAssignment, WxrAuthor, WxrComment, WxrMeta, WxrPost, WxrRecord, WxrTerm } from './wxr-records.js'

type RecordReader = (element: WxrElement, notes: WxrNotes) => WxrRecord

const readers = new Map<string, RecordReader>([
  ['wp:base_blog_url', ({ line, text }) => ({ kind: 'site', line, url: text.trim() })],
  ['wp:author', readAuthor],
  ['wp:wp_author', readAuthor],
  ['wp:category', (element, notes) => readTerm(element, notes, 'category', categoryNames)],
  ['wp:tag', (element, notes) => readTerm(element, notes, 'post_tag', tagNames)],
  ['wp:term', (element, notes) => readTerm(element, notes, wordOf(element, 'wp:term_taxonomy'), termNames)],
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

function readAuthor(element: WxrElement, notes: WxrNotes): WxrAuthor {
  return {
    kind: 'author',
    line: element.line,
    id: numberOf(element, 'wp:author_id', notes),
    login: wordOf(element, 'wp:author_login'),
    email: wordOf(element, 'wp:author_email'),
    displayName: wordOf(element, 'wp:author_display_name'),
    firstName: wordOf(element, 'wp:author_first_name'),
    lastName: wordOf(element, 'wp:author_last_name'),
    description: textOf(element, 'wp:author_description'),
  }
}

function readTerm(element: WxrElement, notes: WxrNotes, taxonomy: string, names: typeof categoryNames): WxrTerm {
  return {
    kind: 'term',
    line: element.line,
    id: numberOf(element, 'wp:term_id', notes),
    taxonomy,
    slug: wordOf(element, names.slug),
    name: wordOf(element, names.name),
    parent: wordOf(element, names.parent),
    description: textOf(element, names.description),
    meta: readMeta(element, 'wp:termmeta', notes),
  }
}

function readPost(element: WxrElement, notes: WxrNotes): WxrPost {
  const date = dateOf(element, 'wp:post_date', notes)
  const dateGmt = dateOf(element, 'wp:post_date_gmt', notes)
  const published = readFeedDate(textOf(element, 'pubDate'))
  const isDated = (date ?? dateGmt ?? published) !== undefined
  // In exports, a date of zeros appears as the last day before year 1.
  if (!isDated && !/^$|-0001/.test(wordOf(element, 'pubDate'))) notes.add('<pubDate> is not a date', element.line)
  const type = wordOf(element, 'wp:post_type') || 'post'
  return {
    kind: 'post',
    line: element.line,
    id: numberOf(element, 'wp:post_id', notes),
    type,
    status: wordOf(element, 'wp:status') || 'draft',
    title: textOf(element, 'title'),
    content: textOf(element, 'content:encoded'),
    excerpt: textOf(element, 'excerpt:encoded'),
    slug: wordOf(element, 'wp:post_name'),
    guid: wordOf(element, 'guid'),
    creator: wordOf(element, 'dc:creator'),
    date,
    dateGmt,
    modified: dateOf(element, 'wp:post_modified', notes),
    modifiedGmt: dateOf(element, 'wp:post_modified_gmt', notes),
    published,
    parent: numberOf(element, 'wp:post_parent', notes),
    menuOrder: numberOf(element, 'wp:menu_order', notes),
    commentStatus: wordOf(element, 'wp:comment_status') || 'open',
    pingStatus: wordOf(element, 'wp:ping_status') || 'open',
    password: textOf(element, 'wp:post_password'),
    sticky: wordOf(element, 'wp:is_sticky') === '1',
    attachmentUrl: type === 'attachment' ? wordOf(element, 'wp:attachment_url') || wordOf(element, 'guid') : '',
    terms: readAssignments(childrenOf(element, 'category'), notes),
    meta: readMeta(element, 'wp:postmeta', notes),
    comments: childrenOf(element, 'wp:comment').map(comment => readComment(comment, notes)),
  }
}

/** In old files, categories without a taxonomy or a slug repeat others. They are used if nothing else has their name. */
function readAssignments(elements: readonly WxrElement[], notes: WxrNotes): readonly WxrAssignment[] {
  const assignments = elements.map(({ attributes, text, line }) => ({
    line,
    domain: attributes.get('domain') ?? '',
    slug: attributes.get('nicename')?.trim() ?? '',
    name: text.trim(),
  }))
  const isComplete = ({ domain, slug }: (typeof assignments)[number]) => domain !== '' && slug !== ''
  const names = new Set(assignments.filter(isComplete).flatMap(({ slug, name }) => [slug, name.toLowerCase()]))
  const used = assignments.filter(assignment => {
    if (isComplete(assignment)) return true
    const name = assignment.name.toLowerCase() || assignment.slug
    if (name === '') notes.add('<category> without a name is not imported', assignment.line)
    const isNew = name !== '' && !names.has(name)
    names.add(name)
    return isNew
  })
  return used.map(({ domain, slug, name }) => ({
    taxonomy: domain === 'tag' ? 'post_tag' : domain || 'category',
    slug,
    name,
  }))
}

function readMeta(element: WxrElement, name: string, notes: WxrNotes): readonly WxrMeta[] {
  const pairs = childrenOf(element, name).map(pair => {
    const key = wordOf(pair, 'wp:meta_key')
    const value = textOf(pair, 'wp:meta_value')
    if (key === '' && value !== '') notes.add(`<${name}> without a key is not imported`, pair.line)
    return { key, value }
  })
  return pairs.filter(({ key }) => key !== '')
}

function readComment(element: WxrElement, notes: WxrNotes): WxrComment {
  return {
    line: element.line,
    id: numberOf(element, 'wp:comment_id', notes),
    parent: numberOf(element, 'wp:comment_parent', notes),
    author: numberOf(element, 'wp:comment_user_id', notes),
    authorName: wordOf(element, 'wp:comment_author'),
    authorEmail: wordOf(element, 'wp:comment_author_email'),
    authorUrl: wordOf(element, 'wp:comment_author_url'),
    authorIp: wordOf(element, 'wp:comment_author_IP'),
    date: dateOf(element, 'wp:comment_date', notes),
    dateGmt: dateOf(element, 'wp:comment_date_gmt', notes),
    content: textOf(element, 'wp:comment_content'),
    approved: wordOf(element, 'wp:comment_approved'),
    type: wordOf(element, 'wp:comment_type') || 'comment',
    meta: readMeta(element, 'wp:commentmeta', notes),
  }
}
