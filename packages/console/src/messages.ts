import { accountMailMessages } from './messages/account-mail-messages.js'
import { accountMessages } from './messages/account-messages.js'
import { activityMessages } from './messages/activity-messages.js'
import { administrationMessages } from './messages/administration-messages.js'
import { apiMessages } from './messages/api-messages.js'
import { approvalMessages } from './messages/approval-messages.js'
import { overviewMessages } from './messages/overview-messages.js'
import { settingMessages } from './messages/setting-messages.js'
import { shellMessages } from './messages/shell-messages.js'
import { userMessages } from './messages/user-messages.js'

const english = {
  ...shellMessages,
  ...overviewMessages,
  ...accountMessages,
  ...accountMailMessages,
  ...activityMessages,
  ...userMessages,
  ...settingMessages,
  ...administrationMessages,
  ...approvalMessages,
  ...apiMessages,
}

/** The texts of the console by key, such as a translation of `englishMessages`. */
export type ConsoleMessages = { readonly [Key in keyof typeof english]: string }

/**
 * Texts that replace those of the interface: `error.CODE` for errors, in which `{message}` is the original message;
 * `health.TEST.STATUS` for the label of a health test with a result, such as `health.https_status.good`.
 */
export type InterfaceMessages = {
  readonly [Key in `error.${string}` | `health.${string}.${string}`]?: string | undefined
}

/** Texts that replace others. */
export type ReplacedMessages = Partial<ConsoleMessages> & InterfaceMessages

/** The text that replaces one of the interface; `undefined` if the original is shown. */
export function interfaceMessage(messages: ConsoleMessages, key: keyof InterfaceMessages): string | undefined {
  const texts: Readonly<Record<string, string | undefined>> = messages
  return Object.hasOwn(texts, key) ? texts[key] : undefined
}

/** All texts of the console in English. Words in braces are replaced by values. */
export const englishMessages: ConsoleMessages = Object.freeze(english)

/** Replaces the words in braces of a message. */
export const fill = (message: string, values: Readonly<Record<string, string | number>>): string =>
  message.replace(/\{(\w+)\}/g, (found, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : found))
