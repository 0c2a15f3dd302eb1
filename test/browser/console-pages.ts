/** A page of the console as the tests of all pages see it. */
export interface ConsolePage {
  /** The name of its screenshots. */
  readonly name: string
  /** Its URL, relative to the console. */
  readonly path: string
  /** Who is signed in: the administrator unless given, `false` for nobody. */
  readonly as?: string | false
  /** The status of its response, if not 200. */
  readonly status?: number
}

/** Every page, and states of pages that look different. */
export const consolePages: readonly ConsolePage[] = [
  { name: 'sign-in', path: 'sign-in', as: false },
  { name: 'sign-in-done', path: 'sign-in?done=password', as: false },
  { name: 'lost-password', path: 'lost-password', as: false },
  { name: 'lost-password-done', path: 'lost-password?done=sent', as: false },
  { name: 'set-password-invalid', path: 'set-password?token=x', as: false },
  { name: 'overview', path: '' },
  { name: 'themes-refused', path: 'themes', as: 'subscriber', status: 403 },
  { name: 'activity', path: 'activity' },
  { name: 'users', path: 'users' },
  { name: 'users-none', path: 'users?search=nobody' },
  { name: 'user', path: 'user?id=2' },
  { name: 'new-user', path: 'new-user' },
  { name: 'delete-user', path: 'delete-user?id=2' },
  { name: 'settings', path: 'settings' },
  { name: 'themes', path: 'themes' },
  { name: 'themes-done', path: 'themes?done=activated' },
  { name: 'plugins', path: 'plugins' },
  { name: 'plugins-delete', path: 'plugins?delete=failing%2Findex' },
  { name: 'site-health', path: 'site-health' },
  { name: 'api', path: 'api' },
  { name: 'api-route', path: 'api?route=%2Fcms%2Fv2%2Fposts' },
  { name: 'api-call', path: 'api?get=%2Fcms%2Fv2%2Fposts%3Fper_page%3D1' },
  { name: 'api-subscriber', path: 'api?get=%2Fcms%2Fv2%2Fusers%2F1', as: 'subscriber' },
  { name: 'profile', path: 'profile?revoke=all' },
  { name: 'profile-subscriber', path: 'profile?done=account', as: 'subscriber' },
  { name: 'sign-out', path: 'sign-out' },
  { name: 'confirm-email-invalid', path: 'confirm-email?token=x' },
  { name: 'approval', path: 'authorize-application?app_name=Phone&success_url=https://app.example/done' },
  { name: 'approval-refused', path: 'authorize-application?success_url=http://app.example', status: 400 },
  { name: 'not-found', path: 'nowhere', status: 404 },
]
