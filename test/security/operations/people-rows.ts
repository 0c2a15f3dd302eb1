import { EDIT } from './fixture.js'
import type { OperationRow } from './operation-row.js'
import { name, nextNumber, password, user } from './references.js'

/** The operations on users, their passwords and links, and of settings, by their paths in `site.content`. */
export const peopleRows: Readonly<Record<string, OperationRow>> = {
  'users.create': {
    call: ({ site: { content } }, by) =>
      content.users.create({ login: `new${nextNumber()}`, email: `new${nextNumber()}@example.com` }, by),
    demoted: 'rest_cannot_create_user',
  },
  'users.update': {
    call: ({ site: { content }, victim }, by) => content.users.update(victim.id, { name: name() }, by),
    demoted: EDIT,
    references: {
      itself: user(
        ({ site: { content } }, { id }, by) => content.users.update(id, { name: 'x' }, by),
        'rest_user_invalid_id',
      ),
    },
  },
  'users.delete': {
    call: ({ site: { content }, victim }, by) => content.users.delete(victim.id, { ...by, reassignTo: 0 }),
    demoted: 'rest_user_cannot_delete',
    references: {
      itself: user(({ site: { content } }, { id }, by) => content.users.delete(id, by), 'rest_user_invalid_id'),
      'who gets the posts': user(
        ({ site: { content }, victim }, { id: reassignTo }, by) =>
          content.users.delete(victim.id, { ...by, reassignTo }),
        'rest_user_invalid_reassign',
        400,
      ),
    },
  },
  'settings.update': {
    call: ({ site: { content } }, by) => content.settings.update({ title: name() }, by),
    demoted: 'rest_forbidden',
  },
  'applicationPasswords.create': {
    call: ({ site: { content }, victim }, by) =>
      content.applicationPasswords.create({ user: victim.id, name: name() }, by),
    demoted: 'rest_cannot_create_application_passwords',
    references: {
      'its user': user(
        ({ site: { content } }, { id }, by) => content.applicationPasswords.create({ user: id, name: 'x' }, by),
        'rest_user_invalid_id',
      ),
    },
  },
  'applicationPasswords.rename': {
    call: ({ site: { content }, ids }, by) => content.applicationPasswords.rename(ids.password, name(), by),
    demoted: 'rest_cannot_edit_application_password',
    references: {
      itself: password(({ site: { content } }, { id }, by) => content.applicationPasswords.rename(id, 'x', by)),
    },
  },
  'applicationPasswords.revoke': {
    call: ({ site: { content }, ids }, by) => content.applicationPasswords.revoke(ids.password, by),
    demoted: 'rest_cannot_delete_application_password',
    references: {
      itself: password(({ site: { content } }, { id }, by) => content.applicationPasswords.revoke(id, by)),
    },
  },
  'applicationPasswords.revokeAll': {
    call: ({ site: { content }, victim }, by) => content.applicationPasswords.revokeAll(victim.id, by),
    demoted: 'rest_cannot_delete_application_passwords',
    references: {
      'their user': user(
        ({ site: { content } }, { id }, by) => content.applicationPasswords.revokeAll(id, by),
        'rest_user_invalid_id',
      ),
    },
  },
  'passwordResets.invite': {
    call: ({ site: { content }, victim }, by) =>
      content.passwordResets.invite(victim.id, () => ({ subject: 's', text: 't' }), by),
    demoted: EDIT,
    references: {
      'its user': user(
        ({ site: { content } }, { id }, by) =>
          content.passwordResets.invite(id, () => ({ subject: 's', text: 't' }), by),
        'rest_user_invalid_id',
      ),
    },
  },
  'emailChanges.request': {
    call: ({ site: { content }, victim }, by) =>
      content.emailChanges.request(
        { user: victim.id, email: `e${nextNumber()}@example.com`, mail: () => ({ subject: 's', text: 't' }) },
        by,
      ),
    demoted: EDIT,
    references: {
      'its user': user(
        ({ site: { content } }, { id }, by) =>
          content.emailChanges.request(
            { user: id, email: 'e@example.com', mail: () => ({ subject: 's', text: 't' }) },
            by,
          ),
        'rest_user_invalid_id',
      ),
    },
  },
  'emailChanges.cancel': {
    call: ({ site: { content }, victim }, by) => content.emailChanges.cancel(victim.id, by),
    demoted: EDIT,
    references: {
      'its user': user(
        ({ site: { content } }, { id }, by) => content.emailChanges.cancel(id, by),
        'rest_user_invalid_id',
      ),
    },
  },
}
