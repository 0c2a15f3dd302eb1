import type { Browser, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core'
import type { Test } from 'tap'

export const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 360, height: 740 }

export interface PageOptions {
  readonly javaScriptEnabled?: boolean
  readonly cookies?: Parameters<ReturnType<Page['context']>['addCookies']>[0]
  /** Messages on the console that belong to the test. */
  readonly expected?: RegExp
}

/** A page that one test uses at a time. */
interface WatchedPage {
  readonly page: Page
  /** What the browser has reported since the last test. */
  readonly messages: ConsoleMessage[]
  readonly errors: string[]
}

const idle = new WeakMap<Browser, Map<boolean, WatchedPage[]>>()

/**
 * Uses a page without cookies but those given. Fails the test if the browser reports anything on its console: exceptions,
 * what a content security policy refuses, what could not be loaded. Tests use the same contexts one after the other: a new
 * one takes longer than loading some pages, and cookies are all that the pages store.
 */
export async function withPage(
  t: Test,
  browser: Browser,
  { expected, javaScriptEnabled = true, cookies = [] }: PageOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const pages = pagesOf(browser, javaScriptEnabled)
  const watched = pages.pop() ?? (await openPage(browser, { javaScriptEnabled }))
  const { page, messages, errors } = watched
  const context = page.context()
  if (cookies.length > 0) await context.addCookies(cookies)
  try {
    await use(page)
  } finally {
    for (const other of context.pages()) if (other !== page) await other.close()
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(DESKTOP)
    await context.clearCookies()
    pages.push(watched)
  }
  const reported = messages.splice(0).filter(message => isProblem(message, expected))
  const texts = reported.map(message => `${message.text()} (${message.location().url})`)
  t.same([...errors.splice(0), ...texts], [], 'the browser reports nothing')
}

function pagesOf(browser: Browser, javaScriptEnabled: boolean): WatchedPage[] {
  const byScripts = idle.get(browser) ?? new Map<boolean, WatchedPage[]>()
  idle.set(browser, byScripts)
  const pages = byScripts.get(javaScriptEnabled) ?? []
  byScripts.set(javaScriptEnabled, pages)
  return pages
}

async function openPage(browser: Browser, options: BrowserContextOptions): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(15_000)
  const watched = { page: await context.newPage(), messages: [] as ConsoleMessage[], errors: [] as string[] }
  context.on('weberror', error => watched.errors.push(String(error.error())))
  context.on('console', message => watched.messages.push(message))
  return watched
}

function isProblem(message: ConsoleMessage, expected: RegExp | undefined): boolean {
  if (!['error', 'warning'].includes(message.type()) || expected?.test(message.text())) return false
  // Browsers look for the icon on their own.
  return new URL(message.location().url, 'http://localhost').pathname !== '/favicon.ico'
}
