import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { type AxeOptions, brokenWords, focusedElement, overflowing, reachableElements, violations } from './in-page.js'
import { DESKTOP, PHONE } from './watched-page.js'

/** Where the screenshots are: `build/screenshots`. */
export const screenshots = fileURLToPath(new URL('../../screenshots/', import.meta.url))

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Look {
  readonly name: string
  readonly colorScheme: 'light' | 'dark'
  readonly viewport: typeof DESKTOP
  readonly axe: AxeOptions
}

const LOOKS: readonly Look[] = [
  { name: 'light', colorScheme: 'light', viewport: DESKTOP, axe: {} },
  // Colours are the same.
  { name: 'phone', colorScheme: 'light', viewport: PHONE, axe: { rules: { 'color-contrast': { enabled: false } } } },
  // Only colours differ.
  { name: 'dark', colorScheme: 'dark', viewport: DESKTOP, axe: { runOnly: ['color-contrast', 'link-in-text-block'] } },
]

/**
 * Checks a page as it is shown in light and dark, on a desktop and on a phone: axe finds nothing, nothing is wider than
 * the window, no word is broken. A screenshot of each is stored under the name.
 */
export async function checkLooks(t: Test, page: Page, name: string): Promise<void> {
  await page.evaluate(axe)
  for (const { name: look, colorScheme, viewport, axe: options } of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    t.same(await page.evaluate(violations, options), [], `${look}: axe finds nothing`)
    t.same(await page.evaluate(overflowing), [], `${look}: nothing is wider than the window`)
    t.same(await page.evaluate(brokenWords), [], `${look}: no word is broken`)
    await takeScreenshot(page, `${name}-${look}`)
  }
}

/** Stores a screenshot of the whole page. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true })
  await page.screenshot({ path: `${screenshots}${name}.png`, fullPage: true })
}

/** Checks that the tab key leads to every link, button and field in order, and that each shows that it has the focus. */
export async function checkTabOrder(t: Test, page: Page): Promise<void> {
  await page.setViewportSize(DESKTOP)
  const names = await page.evaluate(reachableElements)
  t.ok(names.length > 0, 'there is something to reach')
  for (const [index, element] of names.entries()) {
    await page.keyboard.press('Tab')
    t.match(
      await page.evaluate(focusedElement),
      { index, hasOutline: true, isVisible: true },
      `tab ${index + 1} leads to "${element}"`,
    )
  }
}
