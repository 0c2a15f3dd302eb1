import { checks, type OptionChecks } from '@platen/core'
import { registrationKey } from '../../kernel/context/index.js'
import { Registrations, withDefaults } from '../../kernel/registrations/index.js'

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
  /** Whether the statuses of the interface include it; true by default except for internal ones. */
  readonly showInRest?: boolean
  /** Whether its posts have no date until one is set. */
  readonly dateFloating?: boolean
}

const { anyText, flag } = checks

const statusChecks: OptionChecks<PostStatusOptions> = {
  label: anyText,
  public: flag,
  private: flag,
  protected: flag,
  internal: flag,
  queryable: flag,
  showInList: flag,
  showInRest: flag,
  dateFloating: flag,
}

/** A registered post status. */
export interface PostStatus extends Required<PostStatusOptions> {
  readonly name: string
}

/** Resolves the defaults of a status and freezes it. */
export function postStatus(name: string, options: PostStatusOptions): PostStatus {
  const defaults = {
    label: name,
    public: false,
    private: false,
    protected: false,
    internal: false,
    queryable: options.public ?? false,
    showInList: !options.internal,
    showInRest: !options.internal,
    dateFloating: false,
  }
  return Object.freeze({ name, ...withDefaults(`the status ${name}`, options, defaults, statusChecks) })
}

/** The post statuses of a site. */
export const postStatuses = registrationKey('post statuses', () => new Registrations<PostStatus>('the status'))
