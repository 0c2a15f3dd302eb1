/** The HTML that a text may contain: elements with their attributes, and attributes for all elements. */
export interface AllowedHtml {
  readonly elements: Readonly<Record<string, readonly string[]>>
  /** The attributes that all elements may have; `*` in a name matches any characters. */
  readonly everywhere: readonly string[]
}

const words = (text: string): string[] => text.split(/\s+/).filter(word => word !== '')

/** Parses a table with a line for each group of elements: `name name: attribute attribute`. */
const table = (text: string): Record<string, readonly string[]> => {
  const elements: Record<string, readonly string[]> = {}
  for (const line of text.trim().split('\n')) {
    const [names = '', attributes = ''] = line.split(':')
    for (const name of words(names)) elements[name] = words(attributes)
  }
  return elements
}

/** For content and excerpts by users without the capability `unfiltered_html`. */
export const POST_HTML: AllowedHtml = {
  everywhere: words(`aria-controls aria-current aria-describedby aria-details aria-expanded aria-hidden aria-label
    aria-labelledby aria-live class data-* dir hidden id lang role style tabindex title xml:lang`),
  elements: table(`
    abbr acronym address b bdo big br cite code dd dfn dl dt em fieldset i kbd mark rb rp rt rtc ruby s samp search small strike strong sub sup title tt u var wbr
    a: href name rel rev target download
    area: alt coords href nohref shape target
    article aside caption figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup legend main nav p section span summary: align
    audio: autoplay controls loop muted preload src
    blockquote q: cite
    button: disabled name type value popovertarget
    col colgroup: align char charoff span valign width
    data: value
    del: datetime
    ins: cite datetime
    details: align name open
    dialog: autofocus open popover
    div: align popover
    font: color face size
    hr: align noshade size width
    img: align alt border height hspace loading longdesc src usemap vspace width
    label: for
    li: align value
    map: name
    menu: type
    meter: low max min optimum value
    object: data type
    ol: reversed start type
    pre: width
    progress: max value
    table: align bgcolor border cellpadding cellspacing rules summary width
    tbody tfoot thead: align char charoff valign
    td th: abbr align axis bgcolor char charoff colspan headers height nowrap rowspan scope valign width
    textarea: cols disabled name readonly rows
    time: datetime
    tr: align bgcolor char charoff valign
    track: default kind label src srclang
    ul: type popover
    video: autoplay controls height loop muted playsinline poster preload src width
    math: display displaystyle mathbackground mathcolor mathsize scriptlevel
    merror mmultiscripts mn mphantom mprescripts mroot mrow ms msqrt mstyle msub msubsup msup mtext semantics: displaystyle mathbackground mathcolor mathsize scriptlevel
    mi: displaystyle mathbackground mathcolor mathsize mathvariant scriptlevel
    annotation: displaystyle encoding mathbackground mathcolor mathsize scriptlevel
    menclose: displaystyle mathbackground mathcolor mathsize notation scriptlevel
    mfrac: displaystyle linethickness mathbackground mathcolor mathsize scriptlevel
    mo: displaystyle fence form lspace mathbackground mathcolor mathsize maxsize minsize movablelimits rspace scriptlevel separator stretchy symmetric
    mover munder munderover: accent accentunder displaystyle mathbackground mathcolor mathsize scriptlevel
    mpadded: depth displaystyle height lspace mathbackground mathcolor mathsize scriptlevel voffset width
    mspace: depth displaystyle height mathbackground mathcolor mathsize scriptlevel width
    mtable: align columnalign columnlines columnspacing displaystyle frame mathbackground mathcolor mathsize rowalign rowlines rowspacing scriptlevel width
    mtd: columnalign columnspan displaystyle mathbackground mathcolor mathsize rowalign rowspan scriptlevel
    mtr: columnalign displaystyle mathbackground mathcolor mathsize rowalign scriptlevel
  `),
}

const INLINE = `
  abbr acronym: title
  b cite code em i s strike strong
  blockquote q: cite
  del: datetime
`

/** For titles by users without the capability `unfiltered_html`. */
export const TITLE_HTML: AllowedHtml = { everywhere: [], elements: table(`${INLINE}  a: href title`) }

/** For descriptions of terms and users. */
export const DESCRIPTION_HTML: AllowedHtml = { everywhere: [], elements: table(`${INLINE}  a: href title rel target`) }

/** For texts that contain no HTML. */
export const NO_HTML: AllowedHtml = { everywhere: [], elements: {} }

/** For names in the headers of files. */
const HEADER_INLINE = `
  abbr acronym: title
  code em strong:
`
export const NAME_HTML: AllowedHtml = { everywhere: [], elements: table(HEADER_INLINE) }

/** For descriptions and authors in the headers of files. */
export const NOTE_HTML: AllowedHtml = { everywhere: [], elements: table(`${HEADER_INLINE}  a: href title`) }

/** For comments by users without the capability `unfiltered_html`. */
export const COMMENT_HTML: AllowedHtml = {
  everywhere: [],
  elements: table(`${INLINE}  a: href title\n  span:`),
}

/** For embeds from other sites. Their frames are checked separately. */
export const EMBED_HTML: AllowedHtml = {
  everywhere: ['dir', 'lang', 'title'],
  elements: table(`
    b br cite code em figcaption figure i p small span strong time
    a: href
    blockquote: cite
    iframe: height src width
    img: alt height src width
  `),
}

/** The attributes whose values are URLs. */
export const URL_ATTRIBUTES: ReadonlySet<string> = new Set(
  words(`action background cite classid codebase data formaction href icon longdesc manifest poster profile src usemap
    xlink:href`),
)
