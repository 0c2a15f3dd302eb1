import type { FormatByRules, FormatDefinition } from './format-definition.js'

const local = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/i
const misplacedDot = /^\.|\.\.|\.$/
const domain = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i
const shortest = 6

const emailTest = (isLocal: (text: string) => boolean) => (text: string) => {
  const at = text.indexOf('@')
  return text.length >= shortest && at > 0 && isLocal(text.slice(0, at)) && domain.test(text.slice(at + 1))
}

const described = { code: 'rest_invalid_email', noun: 'an email address' } as const

/** RFC 5321, without quoted local parts and domains that have no dot. */
const strict: FormatDefinition = {
  ...described,
  test: emailTest(text => local.test(text) && !misplacedDot.test(text)),
}

/** Allows dots anywhere before the `@`, since such mailboxes exist. */
const lenient: FormatDefinition = { ...described, test: emailTest(text => local.test(text)) }

export const email: FormatByRules = rules => (rules.email === 'strict' ? strict : lenient)
