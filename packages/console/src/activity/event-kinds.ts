import type { AuditKind } from '@platen/site/console'
import type { ConsoleMessages } from '../messages.js'

/** The label of a kind of audit events, and the sentence that describes an event. */
export interface EventTexts {
  readonly kind: keyof ConsoleMessages
  readonly sentence: keyof ConsoleMessages
}

/** The texts of all kinds of audit events. */
export const eventTexts: Readonly<Record<AuditKind, EventTexts>> = {
  sign_in: { kind: 'kindSignIn', sentence: 'eventSignIn' },
  sign_in_failed: { kind: 'kindSignInFailed', sentence: 'eventSignInFailed' },
  sign_in_throttled: { kind: 'kindSignInThrottled', sentence: 'eventSignInThrottled' },
  access_refused: { kind: 'kindAccessRefused', sentence: 'eventAccessRefused' },
  tool_called: { kind: 'kindToolCalled', sentence: 'eventToolCalled' },
  signed_out_everywhere: { kind: 'kindSignedOutEverywhere', sentence: 'eventSignedOutEverywhere' },
  password_changed: { kind: 'kindPasswordChanged', sentence: 'eventPasswordChanged' },
  email_changed: { kind: 'kindEmailChanged', sentence: 'eventEmailChanged' },
  roles_changed: { kind: 'kindRolesChanged', sentence: 'eventRolesChanged' },
  user_created: { kind: 'kindUserCreated', sentence: 'eventUserCreated' },
  user_deleted: { kind: 'kindUserDeleted', sentence: 'eventUserDeleted' },
  application_password_created: {
    kind: 'kindApplicationPasswordCreated',
    sentence: 'eventApplicationPasswordCreated',
  },
  application_password_revoked: {
    kind: 'kindApplicationPasswordRevoked',
    sentence: 'eventApplicationPasswordRevoked',
  },
}

/** The kinds of audit events. */
export const eventKinds = Object.keys(eventTexts) as readonly AuditKind[]
