import { decodeHTML, decodeHTMLAttribute } from 'entities'

/** The named character references of HTML 4 and XML. */
export const HTML_ENTITY_NAMES: ReadonlySet<string> = new Set(
  `quot amp apos lt gt nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2
  sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring
  AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash
  Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml
  igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn
  yuml OElig oelig Scaron scaron Yuml fnof circ tilde Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu
  Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Chi Psi Omega alpha beta gamma delta epsilon zeta eta theta iota kappa lambda
  mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega thetasym upsih piv ensp emsp thinsp zwnj zwj lrm rlm
  ndash mdash lsquo rsquo sbquo ldquo rdquo bdquo dagger Dagger bull hellip permil prime Prime lsaquo rsaquo oline frasl
  euro image weierp real trade alefsym larr uarr rarr darr harr crarr lArr uArr rArr dArr hArr forall part exist empty
  nabla isin notin ni prod sum minus lowast radic prop infin ang and or cap cup int there4 sim cong asymp ne equiv le ge
  sub sup nsub sube supe oplus otimes perp sdot lceil rceil lfloor rfloor lang rang loz spades clubs hearts diams`.split(
    /\s+/,
  ),
)

const unreferring = /&(?!#\d{1,7};|#x[\da-f]{1,6};|[a-z][a-z\d]{0,30};)/gi
// Skips the most common references, which do not change.
const reference = /&(?!(?:amp|lt|gt|quot);)(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z][a-zA-Z\d]{0,30}));/g
const special = /[&<>"']/
const specials = /[&<>"']/g
const loneAmpersand = /&(?!#\d+;|#x[\da-f]+;|[a-z][a-z\d]*;)/gi

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
}

const escapeOne = (found: string): string => ESCAPES[found] ?? found

/** Escapes text for HTML, as content or within quotes: `&`, `<`, `>` and both quotes. */
export const escapeHtml = (text: string): string => (special.test(text) ? text.replace(specials, escapeOne) : text)

/** Like {@link escapeHtml}, but preserves existing character references. */
export const escapeAttribute = (text: string): string =>
  special.test(text) ? text.replace(loneAmpersand, '&amp;').replace(/[<>"']/g, escapeOne) : text

/** Escapes a URL for an attribute, including every ampersand, so that browsers read exactly this URL. */
export const escapeUrl = (url: string): string =>
  special.test(url) ? url.replaceAll('&', '&#038;').replace(/[<>"']/g, escapeOne) : url

/** Decodes all character references. */
export const decodeEntities = (text: string): string => (text.includes('&') ? decodeHTML(text) : text)

/** Decodes character references as browsers do in attributes, where `&copy=` in a query is not one. */
export const decodeAttribute = (value: string): string => (value.includes('&') ? decodeHTMLAttribute(value) : value)

const isCharacter = (code: number): boolean =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff)

const normalizeOne = (found: string, decimal?: string, hexadecimal?: string, name?: string): string => {
  if (decimal !== undefined && isCharacter(Number(decimal))) return `&#${String(Number(decimal)).padStart(3, '0')};`
  if (hexadecimal !== undefined && isCharacter(Number.parseInt(hexadecimal, 16))) return `&#x${hexadecimal};`
  if (name !== undefined && HTML_ENTITY_NAMES.has(name)) return found
  return `&amp;${found.slice(1)}`
}

/** Escapes ampersands that are not part of HTML 4 character references; decimal references get at least three digits. */
export const normalizeEntities = (text: string): string =>
  text.includes('&') ? text.replace(unreferring, '&amp;').replace(reference, normalizeOne) : text
