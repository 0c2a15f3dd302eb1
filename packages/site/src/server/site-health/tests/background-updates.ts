import type { HealthResult, HealthScope, HealthTestOptions } from '../health-tests.js'
import { listOf, paragraphs } from '../paragraphs.js'
import { updateChecks } from '../update-checks.js'

const WHY = 'Updates fix security problems. They can be installed while the site runs.'
const BY_PACKAGES = 'All parts of this site are packages: whoever runs it updates them, and starts it again.'

async function run({ site, signal }: HealthScope): Promise<HealthResult> {
  const checks = site.get(updateChecks).all()
  if (checks.length === 0)
    return {
      status: 'good',
      label: 'Nothing is updated while the site runs',
      description: paragraphs(BY_PACKAGES),
    }
  const found = await Promise.all(checks.map(each => each.check(site, signal)))
  const works = found.every(each => each.works)
  return {
    status: works ? 'good' : 'recommended',
    label: works ? 'Updates can be installed while the site runs' : 'Some updates cannot be installed',
    description: paragraphs(WHY) + listOf(found.map(({ text }) => text)),
  }
}

/** Runs the checks of every part of the site that can be updated. */
export const backgroundUpdates: HealthTestOptions = { category: 'Security', run }
