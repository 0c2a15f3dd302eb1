import type { PostStatusOptions } from '../types/index.js'

/** The built-in statuses of posts, in the order of the list of statuses. */
export const builtInStatuses: Readonly<Record<string, PostStatusOptions>> = Object.freeze({
  publish: { label: 'Published', public: true },
  future: { label: 'Scheduled', protected: true },
  draft: { label: 'Draft', protected: true, dateFloating: true },
  pending: { label: 'Pending', protected: true, dateFloating: true },
  private: { label: 'Private', private: true },
  trash: { label: 'Trash', internal: true, showInRest: true },
  'auto-draft': { label: 'Auto draft', internal: true, dateFloating: true },
  inherit: { label: 'Inherited', internal: true },
  'request-pending': { label: 'Pending request', internal: true },
  'request-confirmed': { label: 'Confirmed request', internal: true },
  'request-failed': { label: 'Failed request', internal: true },
  'request-completed': { label: 'Completed request', internal: true },
})
