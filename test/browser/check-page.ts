import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { focusedElement, overflowing, reachableElements, violations } from './in-page.js'
import { DESKTOP, PHONE } from './watched-page.js'

/** Where the screenshots are: `build/screenshots`. */
export const screenshots = fileURLToPath(new URL('../../screenshots/', import.meta.url))

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const LOOKS = [
  { look: 'light', colorScheme: 'light', viewport: DESKTOP, rules: undefined },
  { look: 'phone', colorScheme: 'light', viewport: PHONE, rules: undefined },
  // Only colours differ.
  { look: 'dark', colorScheme: 'dark', viewport: DESKTOP, rules: ['color-contrast', 'link-in-text-block'] },
] as const

/**
 * Checks a page as it is shown in light and dark, on a desktop and on a phone: axe finds nothing, nothing is wider than
 * the window. A screenshot of each is stored under the name.
 */
export async function checkLooks(t: Test, page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true })
  await page.evaluate(axe)
  for (const { look, colorScheme, viewport, rules } of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    t.same(await page.evaluate(violations, rules), [], `${look}: axe finds nothing`)
    t.same(await page.evaluate(overflowing), [], `${look}: nothing is wider than the window`)
    await page.screenshot({ path: `${screenshots}${name}-${look}.png`, fullPage: true })
  }
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
