import { registrationKey } from './registration-key.js'
import { assertKnownKeys, Registrations } from './registrations.js'

/** What a post status may be registered with. */
export interface PostStatusOptions {
  readonly label?: string
  /** Everybody may see posts of it. */
  readonly public?: boolean
  /** Those with the capability for private posts may see them. */
  readonly private?: boolean
  /** Those who may edit them may see them. */
  readonly protected?: boolean
  /** For the site's own use: never shown. */
  readonly internal?: boolean
  readonly queryable?: boolean
  readonly showInList?: boolean
  /** Whether the list of statuses names it; internal ones are left out unless they say otherwise. */
  readonly showInRest?: boolean
  /** Whether a date that was never given stays open. */
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

/** Settles the defaults of a status and freezes it. */
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
