import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const executablePath = process.env['PLATEN_CHROMIUM'] ?? '/usr/bin/chromium'

/** Why tests that need a browser are skipped; `false` where there is one. */
export const withoutBrowser = existsSync(executablePath)
  ? false
  : `there is no ${executablePath}: install Debian's chromium, or set PLATEN_CHROMIUM`

/** Starts Chromium for the tests of a file, until they end. */
export async function openBrowser(
  t: { teardown(work: () => unknown): void },
  args: readonly string[] = [],
): Promise<Browser> {
  // The sandbox of Chromium does not start as root.
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0, args: [...args] })
  t.teardown(() => browser.close())
  return browser
}
