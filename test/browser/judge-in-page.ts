/// <reference lib="dom" />
// What is evaluated in pages: each function stands alone, because only its own text is sent there.

/** The elements that a text may have, each with its attributes, as lists, which can be sent to a page. */
export interface SentPolicy {
  readonly elements: readonly (readonly [name: string, attributes: readonly string[]])[]
  readonly everywhere: readonly string[]
}

/** HTML to be judged. */
export interface ShownHtml {
  readonly html: string
  /** The name of its policy. */
  readonly policy: string
  /** Whether all elements must end within it. */
  readonly isBalanced: boolean
}

/** What is wrong with HTML, for each, and the scripts that have run in any of it. */
export interface ShownJudgement {
  readonly complaints: readonly (string | undefined)[]
  readonly ran: readonly string[]
}

/**
 * Shows HTML in the ways in which pages do: set as `innerHTML`, also a second time after the browser has written it, and as
 * part of a document. Links and buttons are pressed meanwhile.
 */
export async function judgeShown(
  cases: readonly ShownHtml[],
  policies: Readonly<Record<string, SentPolicy>>,
  safeSchemes: readonly string[],
): Promise<ShownJudgement> {
  const URLS = new Set(['action', 'background', 'cite', 'data', 'formaction', 'href', 'poster', 'src', 'xlink:href'])
  const ran: string[] = []
  const isUnsafe = (url: string): boolean => {
    const base = 'https://site.example/'
    return URL.canParse(url, base) && !safeSchemes.includes(new URL(url, base).protocol.slice(0, -1))
  }
  const watch = (shown: Document) => {
    Object.assign(shown.defaultView ?? {}, { alert: (what: unknown) => ran.push(`${what}`) })
    const stay = (event: Event) => {
      const url = (event.target as Element).closest('a, area')?.getAttribute('href')
      if (!isUnsafe(url ?? '')) event.preventDefault()
    }
    shown.addEventListener('click', stay, true)
    shown.addEventListener('submit', event => event.preventDefault(), true)
  }
  const judgeElements = (root: ParentNode, policy: SentPolicy, own: readonly unknown[] = []): string | undefined => {
    const elements = new Map(policy.elements)
    for (const element of root.querySelectorAll('*')) {
      if (own.includes(element)) continue
      const allowed = elements.get(element.localName)
      if (allowed === undefined || element.namespaceURI?.endsWith('/svg')) return `the element ${element.outerHTML}`
      for (const { name, value } of element.attributes) {
        const isKnown = allowed.includes(name) || policy.everywhere.includes(name)
        if (!isKnown && !(name.startsWith('data-') && policy.everywhere.includes('data-*')))
          return `the attribute ${name} of ${element.outerHTML}`
        if (URLS.has(name) && isUnsafe(value)) return `the URL ${value} of ${element.outerHTML}`
      }
    }
    return undefined
  }
  const press = (root: ParentNode) => {
    for (const element of root.querySelectorAll<HTMLElement>('a, area, button, summary, label, textarea')) {
      // In drawings and formulas, elements of these names have no methods of their own.
      element.focus?.()
      for (const type of ['mouseover', 'click'])
        element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }))
    }
  }
  const frame = document.createElement('iframe')
  const host = document.createElement('div')
  document.body.replaceChildren(frame, host)
  watch(document)

  /** Whether the document around the HTML is as it was. */
  const judgeDocument = (shown: Document, { isBalanced }: ShownHtml): string | undefined => {
    const [around, end, after] = ['around', 'end', 'after'].map(name => shown.querySelector(`[data-own=${name}]`))
    if (shown.head.childElementCount > 0) return 'it reaches the head'
    if (shown.body.attributes.length + shown.documentElement.attributes.length > 0) return 'it changes the document'
    if (!isBalanced) return undefined
    if (end?.parentElement !== around || after?.parentElement !== shown.body) return 'it ends elsewhere than it began'
    return after.previousSibling === around ? undefined : 'it leaves its container'
  }
  const judge = (given: ShownHtml): string | undefined => {
    const policy = policies[given.policy]
    if (policy === undefined) return `no policy ${given.policy}`
    const shown = document.createElement('div')
    host.replaceChildren(shown)
    shown.innerHTML = given.html
    const again = document.createElement('div')
    again.innerHTML = shown.innerHTML
    const page = frame.contentDocument
    if (page === null) return 'no document'
    page.open()
    watch(page)
    page.write(
      `<!doctype html><body><div data-own=around>${given.html}<i data-own=end></i></div><i data-own=after></i>`,
    )
    page.close()
    press(shown)
    press(page.body)
    const own = [page.body, ...page.querySelectorAll('[data-own=around], [data-own=end], [data-own=after]')]
    return (
      judgeElements(shown, policy) ??
      judgeElements(again, policy) ??
      judgeElements(page.body, policy, own) ??
      judgeDocument(page, given)
    )
  }
  const complaints = cases.map(judge)
  // URLs that run scripts do so later, as do the handlers of images.
  await new Promise(resolve => setTimeout(resolve, 20))
  return { complaints, ran }
}
