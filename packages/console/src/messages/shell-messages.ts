/** The texts of the frame of all pages, and of signing in and out. */
export const shellMessages = {
  /** The language of the texts, for the attribute `lang` and the format of numbers. */
  language: 'en',
  /** The direction of the texts: `ltr` or `rtl`. */
  direction: 'ltr',

  console: 'Console',
  skipToContent: 'Skip to content',
  navigation: 'Console pages',
  signedInAs: 'Signed in as {name}',

  signIn: 'Sign in',
  login: 'Username or email address',
  password: 'Password',
  remember: 'Stay signed in on this device',
  wrongCredentials: 'The username, email address or password is incorrect.',
  tooManyAttempts: 'Too many attempts have failed. Wait before you try again. Seconds to wait: {seconds}',
  crossSiteForm: 'The form was sent from another site. Nothing was changed; send it again here.',

  signOut: 'Sign out',
  signOutQuestion: 'You are signed in as {name}.',
  signOutEverywhere: 'Sign out on all devices',

  forbiddenPage: 'Your account is not allowed to use this page.',
  notFound: 'Page not found',
  notFoundPage: 'The console has no page at this address.',
  wrongMethod: 'Method not allowed',
  wrongMethodPage: 'The page does not take such requests.',
  formType: 'Forms are sent as application/x-www-form-urlencoded or multipart/form-data, without files.',
  formTooLarge: 'The form is too large.',
  invalidForm: 'The form was not sent',
  expiredForm: 'The form has expired. Nothing was changed; try again.',
  changedMeanwhile: 'Somebody else has changed it in the meantime. Check the values and try again.',
  failed: 'Nothing was changed: {message}',
}
