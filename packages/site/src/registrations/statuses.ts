import { registrationKey } from './registration-key.js'
import { assertKnownKeys, Registrations } from './registrations.js'

/** The options of a post status. */
export interface PostStatusOptions {
  readonly label?: string
  /** Visitors can see its posts. */
  readonly public?: boolean
  /** Callers who may read private posts can see its posts. */
  readonly private?: boolean
  /** Callers who may edit a post can see it. */
  readonly protected?: boolean
  /** For internal use, never shown. */
  readonly internal?: boolean
  readonly queryable?: boolean
  readonly showInList?: boolean
  /** Whether the list of statuses includes it; true by default except for internal ones. */
  readonly showInRest?: boolean
  /** Whether its posts have no date until one is set. */
  readonly dateFloating?: boolean
}

/** A registered post status. */
export interface PostStatus extends Required<PostStatusOptions> {
  readonly name: string
}

const OPTION_KEYS: readonly (keyof PostStatusOptions)[] = [
  'label',
  'public',
  'private',
  'protected',
  'internal',
  'queryable',
  'showInList',
  'showInRest',
  'dateFloating',
]

/** Resolves the defaults of a status and freezes it. */
export function postStatus(name: string, options: PostStatusOptions): PostStatus {
  assertKnownKeys(`the status ${name}`, options, OPTION_KEYS)
  const isPublic = options.public ?? false
  return Object.freeze({
    name,
    label: options.label ?? name,
    public: isPublic,
    private: options.private ?? false,
    protected: options.protected ?? false,
    internal: options.internal ?? false,
    queryable: options.queryable ?? isPublic,
    showInList: options.showInList ?? !(options.internal ?? false),
    showInRest: options.showInRest ?? !(options.internal ?? false),
    dateFloating: options.dateFloating ?? false,
  })
}

/** The post statuses of a site. */
export const postStatuses = registrationKey('post statuses', () => new Registrations<PostStatus>('the status'))
