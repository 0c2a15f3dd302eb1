const SCRIPTS = /<(script|style)\b[^>]*>.*?(?:<\/\1\s*>|$)/gis
const COMMENTS = /<!--.*?-->/gs
// A bracket begins a tag only when something that is no space follows it, and it is closed.
const TAGS = /<[^\s<][^>]*>|<>/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f]/g
const OCTETS = /%[0-9a-f]{2}/gi
const SPACES = /[\t\n\r ]+/g
const BARE_AMPERSAND = /&(?!(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});)/gi

/** One line of plain text: no tags, no control characters, no percent-encoded octets, single spaces. */
function plainLine(text: string): string {
  let line = text.replace(SCRIPTS, '').replace(COMMENTS, '').replace(TAGS, '').replace(CONTROLS, '')
  // Taking octets out can leave others behind.
  while (OCTETS.test(line)) line = line.replace(OCTETS, '')
  return line.replace(SPACES, ' ').trim()
}

/**
 * The name of a term as it is stored and shown: plain text written as HTML. Entities that were sent stay what they are,
 * so that a name that was read can be sent back.
 */
export function cleanTermName(text: string): string {
  return plainLine(text)
    .replace(BARE_AMPERSAND, '&amp;')
    .replace(/&#(\d{1,2});/g, (_, digits: string) => `&#${digits.padStart(3, '0')};`)
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
