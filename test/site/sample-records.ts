import type {
  ApplicationPasswordRecord,
  AssignmentRecord,
  CommentRecord,
  MetaRecord,
  PostRecord,
  TermRecord,
  UserRecord,
} from '@platen/site'
import type { NewRecord } from '@platen/storage'

/** A post as short as can be, changed as a test needs it. */
export const samplePost = (fields: Partial<NewRecord<PostRecord>> = {}): NewRecord<PostRecord> => ({
  type: 'post',
  status: 'publish',
  author: 1,
  date: '2024-01-01T00:00:00',
  dateGmt: '2024-01-01T00:00:00',
  modified: '2024-01-01T00:00:00',
  modifiedGmt: '2024-01-01T00:00:00',
  slug: '',
  title: '',
  content: '',
  excerpt: '',
  password: '',
  parent: 0,
  menuOrder: 0,
  commentStatus: 'open',
  pingStatus: 'open',
  guid: '',
  mimeType: '',
  commentCount: 0,
  trashedStatus: '',
  ...fields,
})

export const sampleTerm = (fields: Partial<NewRecord<TermRecord>> = {}): NewRecord<TermRecord> => ({
  taxonomy: 'category',
  name: 'Term',
  slug: 'term',
  description: '',
  parent: 0,
  group: 0,
  count: 0,
  ...fields,
})

export const sampleAssignment = (fields: Partial<NewRecord<AssignmentRecord>> = {}): NewRecord<AssignmentRecord> => ({
  object: 1,
  term: 1,
  position: 0,
  ...fields,
})

export const sampleUser = (login: string, fields: Partial<NewRecord<UserRecord>> = {}): NewRecord<UserRecord> => ({
  login,
  email: `${login}@example.org`,
  passwordHash: '',
  slug: login,
  displayName: login,
  firstName: '',
  lastName: '',
  nickname: login,
  url: '',
  description: '',
  locale: '',
  roles: [],
  capabilities: {},
  registered: '2024-01-01T00:00:00',
  ...fields,
})

export const sampleComment = (fields: Partial<NewRecord<CommentRecord>> = {}): NewRecord<CommentRecord> => ({
  post: 1,
  parent: 0,
  author: 0,
  authorName: 'Guest',
  authorEmail: 'guest@example.org',
  authorUrl: '',
  authorIp: '127.0.0.1',
  authorAgent: '',
  date: '2024-01-01T00:00:00',
  dateGmt: '2024-01-01T00:00:00',
  created: '',
  content: 'Words',
  status: 'approve',
  type: 'comment',
  ...fields,
})

export const sampleMeta = (fields: Partial<NewRecord<MetaRecord>> = {}): NewRecord<MetaRecord> => ({
  kind: 'post',
  object: 1,
  key: 'key',
  value: null,
  ...fields,
})

export const samplePassword = (
  uuid: string,
  fields: Partial<NewRecord<ApplicationPasswordRecord>> = {},
): NewRecord<ApplicationPasswordRecord> => ({
  uuid,
  user: 1,
  appId: '',
  name: 'An application',
  hash: 'hash',
  created: 1700000000,
  lastUsed: null,
  lastIp: null,
  scopes: null,
  expires: null,
  networks: null,
  ...fields,
})
