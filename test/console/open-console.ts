import { type ConsoleOptions, createConsole } from '@platen/console'
import type { PageRequest, PageResponse } from '@platen/core'
import { usersIn } from '@platen/site'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { makeSite, type TestSite, type TestSiteOptions } from '../site/make-site.js'

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.ChildNode

/** A response of the console, with its document. */
export interface Visit extends PageResponse {
  /** Errors of the HTML parser. */
  readonly errors: readonly string[]
  /** The elements with this name, in order. */
  all(name: string): readonly Element[]
  /** The text of the document's body. */
  readonly text: string
  /** The URL that a redirect leads to. */
  readonly location: string | undefined
}

/** A browser: it stores the cookies of the console. */
export interface Browser {
  visit(path: string, headers?: Readonly<Record<string, string>>): Promise<Visit>
  post(path: string, form: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<Visit>
  signIn(login: string, path?: string): Promise<Visit>
  /** Sends the form of a page that has this button, with other fields if some are given. */
  press(path: string, button: string, changed?: Readonly<Record<string, string>>): Promise<Visit>
  /** The cookies, to be sent elsewhere. */
  cookies(): string
}

export interface TestConsole extends TestSite {
  /** A new browser, and what is known of its connection. */
  browser(client?: Pick<PageRequest, 'secure' | 'remoteAddress'>): Browser
}

const ORIGIN = 'https://site.example'
export const PASSWORD = 'secret'

export const attribute = (element: Element | undefined, name: string): string | undefined =>
  element?.attrs.find(each => each.name === name)?.value

export function textOf(node: Node | undefined): string {
  if (node === undefined) return ''
  if (node.nodeName === '#text' && 'value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}

function elementsOf(node: Node): readonly Element[] {
  const inner = 'childNodes' in node ? node.childNodes.flatMap(elementsOf) : []
  return 'tagName' in node ? [node, ...inner] : inner
}

/** What a field of a form sends; `undefined` for nothing. */
function sentValue(control: Element): string | undefined {
  if (control.tagName === 'textarea') return textOf(control)
  if (control.tagName === 'select') {
    const options = elementsOf(control).filter(({ tagName }) => tagName === 'option')
    const chosen = options.find(option => attribute(option, 'selected') !== undefined) ?? options[0]
    return attribute(chosen, 'value')
  }
  const isBox = ['checkbox', 'radio'].includes(attribute(control, 'type') ?? '')
  return isBox && attribute(control, 'checked') === undefined ? undefined : (attribute(control, 'value') ?? '')
}

const buttonsOf = (form: Element): readonly string[] =>
  elementsOf(form)
    .filter(({ tagName }) => tagName === 'button')
    .map(each => textOf(each).trim())

/** The fields of a form, as browsers send them. */
export const fieldsOf = (form: Element | undefined): Record<string, string> =>
  Object.fromEntries(
    (form === undefined ? [] : elementsOf(form))
      .filter(({ tagName }) => ['input', 'select', 'textarea'].includes(tagName))
      .flatMap(control => {
        const value = sentValue(control)
        return value === undefined ? [] : [[attribute(control, 'name') ?? '', value]]
      }),
  )

function visited(response: PageResponse, path: string): Visit {
  const errors: string[] = []
  const document = parse(response.body, { onParseError: ({ code }) => errors.push(code) })
  const elements = document.childNodes.flatMap(elementsOf)
  const { Location: to } = response.headers
  return {
    ...response,
    errors,
    all: name => elements.filter(({ tagName }) => tagName === name),
    text: textOf(elements.find(({ tagName }) => tagName === 'body')).replace(/\s+/g, ' '),
    location: to === undefined ? undefined : new URL(String(to), ORIGIN + path).href.replace(ORIGIN, ''),
  }
}

/** The console of a site whose users all have the password `secret`. */
export async function openConsole({
  console: options,
  ...siteOptions
}: TestSiteOptions & { readonly console?: ConsoleOptions } = {}): Promise<TestConsole> {
  const made = await makeSite(siteOptions)
  const { site, store, users } = made
  for (const { id, passwordHash } of users.values())
    if (passwordHash === '') await usersIn(store).update(id, { passwordHash: `plain:${PASSWORD}` })
  await site.ready()
  const handle = createConsole(site, options)
  return { ...made, browser: (client = {}) => browserOf(handle, client) }
}

function browserOf(
  handle: ReturnType<typeof createConsole>,
  client: Pick<PageRequest, 'secure' | 'remoteAddress'>,
): Browser {
  const jar = new Map<string, string>()
  const send = async (method: string, path: string, given: Readonly<Record<string, string>>, text?: string) => {
    const cookie = browser.cookies()
    const type = text === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
    const headers = { host: 'site.example', cookie, ...type, ...given }
    const response = await handle({
      ...client,
      method,
      url: path,
      headers,
      body: text === undefined ? undefined : { kind: 'text', text },
    })
    if (response === undefined) throw new Error(`${path} is not a page of the console`)
    const { 'Set-Cookie': set = [] } = response.headers
    for (const line of [set].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /Max-Age=0|1970/.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return visited(response, path)
  }
  const browser: Browser = {
    cookies: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    visit: (path, headers = {}) => send('GET', path, headers),
    post: (path, form, headers = { origin: ORIGIN }) =>
      send('POST', path, headers, new URLSearchParams(form).toString()),
    signIn: (login, path = '/console/sign-in') => browser.post(path, { login, password: PASSWORD }),
    async press(path, button, changed = {}) {
      const page = await browser.visit(path)
      const form = page.all('form').find(each => buttonsOf(each).includes(button))
      if (form === undefined) throw new Error(`${path} has no button "${button}": ${page.text}`)
      return browser.post(path, { ...fieldsOf(form), ...changed })
    },
  }
  return browser
}
