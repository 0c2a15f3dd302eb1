/** The texts of mailed links: the mails, and the pages that the links open. */
export const accountMailMessages = {
  lostPassword: 'Lost password',
  lostPasswordLink: 'Lost your password?',
  lostPasswordExplanation: 'A link with which you can set a new password is sent to the email address of your account.',
  sendLink: 'Send the link',
  linkSent: 'If there is such an account, the link is on its way to its email address. It is valid for a day.',
  noMail: 'This site sends no mail. Ask an administrator for a new password.',
  backToSignIn: 'Back to signing in',

  setNewPassword: 'Set a new password',
  newPasswordFor: 'For the account {name}',
  invalidLink: 'The link is not valid: it has expired, or it was used.',
  requestAnotherLink: 'Request another link',
  newPasswordSet: 'The new password was set. Sign in with it.',

  confirmEmail: 'Confirm the email address',
  confirmEmailQuestion: 'Is {email} your email address? The account {name} uses it from now on.',
  confirm: 'Confirm',
  emailConfirmed: 'The email address was changed.',
  changeEmail: 'Change email address',
  currentEmail: 'Current email address',
  newEmail: 'New email address',
  newEmailHint: 'A link is sent to it. The address changes when you visit the link.',
  emailPending: 'A link was sent to {email}. The address changes when you visit it.',
  cancelEmailChange: 'Keep the current address',
  emailChangeCancelled: 'The email address stays the same.',
  emailLinkSent: 'The link was sent to the new address.',
  invalidEmail: 'This is not an email address.',
  mailFailed: 'The mail could not be sent.',
  mailPasswordLink: 'Mail a link to set a password',
  passwordLinkMailed: 'The link was sent to the user.',
  createdWithoutMail: 'The user was created, but the link to set a password could not be sent.',
  passwordLater: 'Leave the password empty, and a link to set one is sent to the user.',

  passwordMailSubject: 'Set a password for {site}',
  passwordMailText:
    'Hello {name},\n\nfollow this link to set a new password for the account {login} on {site}:\n\n{link}\n\nIt is valid until {expires}. If you did not request it, ignore this mail: nothing has changed.\n',
  emailMailSubject: 'Confirm your email address for {site}',
  emailMailText:
    'Hello {name},\n\nfollow this link to confirm that the account {login} on {site} uses this email address:\n\n{link}\n\nIt is valid until {expires}. If you did not request it, ignore this mail: nothing has changed.\n',
}
