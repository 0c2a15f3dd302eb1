/** The texts of the page on which users approve applications. */
export const approvalMessages = {
  authorizeApplication: 'Approve an application',
  approvalQuestion: 'An application asks for a password of its own, with which it can use your account.',
  approvalWarning:
    'Without limits, it can read and change everything that you can. Approve it only if you know it; you can revoke the password at any time.',
  application: 'Application',
  passwordGoesTo: 'The password goes to',
  passwordIsShown: 'you: it is shown here',
  passwordName: 'Name of the password',
  approve: 'Approve',
  refuse: 'Refuse',
  passwordShownOnce: 'The password was created. Copy it into the application now: it is not shown again.',
  approvedAlready: 'This form was sent before, and its password was created then. Nothing else was changed.',
  approvalUnavailable: 'Application passwords are not available for your account on this site.',
  invalidReturnUrl: 'The application sent an invalid URL to return to ({name}).',
  insecureReturnUrl:
    'The application sent a URL to return to ({name}) that begins neither with https:// nor with a scheme of its own.',
  invalidAppId: 'The application sent an invalid identifier ({name}): it must be a UUID.',
  longAppName: 'The application sent a name that is too long ({name}).',
}
