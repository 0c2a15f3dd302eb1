import { inputField, selectField, textArea } from '../fields.js'
import type { Fields } from '../form.js'
import { type Html, html } from '../html.js'
import type { PageScope } from '../page.js'
import { plainName } from '../plain-name.js'
import type { Account } from './edited-account.js'
import { localeChoices } from './locale-choices.js'

/** The fields of an account that both its user and user managers can change. */
export async function accountFields(scope: PageScope, account: Account | undefined, sent: Fields): Promise<Html> {
  const { messages } = scope
  const stored = { ...(account === undefined ? NEW : textsOf(account)), ...sent }
  return html`${inputField({
    name: 'name',
    label: messages.displayName,
    hint: messages.displayNameHint,
    value: stored.name,
    autocomplete: 'nickname',
    maxLength: 250,
  })}${inputField({ name: 'first_name', label: messages.firstName, value: stored.first_name, autocomplete: 'given-name' })}${inputField(
    { name: 'last_name', label: messages.lastName, value: stored.last_name, autocomplete: 'family-name' },
  )}${inputField({ name: 'nickname', label: messages.nickname, value: stored.nickname })}${inputField({
    name: 'url',
    label: messages.website,
    value: stored.url,
    type: 'url',
    autocomplete: 'url',
    maxLength: 100,
  })}${textArea({ name: 'description', label: messages.biography, value: stored.description })}${selectField({
    name: 'locale',
    label: messages.userLanguage,
    value: stored.locale,
    choices: await localeChoices(scope),
  })}`
}

const NEW = { name: '', first_name: '', last_name: '', nickname: '', url: '', description: '', locale: '' }

const textsOf = ({ name, first_name, last_name, nickname, url, description, locale }: Account) => ({
  name: plainName(name),
  first_name: plainName(first_name),
  last_name: plainName(last_name),
  nickname: plainName(nickname),
  url,
  description,
  locale,
})

/** The changes of the fields of an account. */
export const accountInput = (form: Fields): Fields =>
  Object.fromEntries(
    Object.keys(NEW).flatMap(name => {
      const value = form[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
