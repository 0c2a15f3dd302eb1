import { filterHtml } from '@platen/site/console'
import { type HealthOutcome, type HealthResult, measureSizes, runHealthTests, type Sizes } from '../health-results.js'
import { type Html, html, sanitized } from '../html.js'
import { type ConsoleMessages, fill, interfaceMessage } from '../messages.js'
import type { Page } from '../page.js'

const STATUSES = ['critical', 'recommended', 'good'] as const
const LOOKS = new Map([
  ['critical', 'error'],
  ['recommended', 'warning'],
  ['good', 'done'],
])

/** The results of all tests of the site, and how large its parts are. */
export const siteHealth: Page = {
  name: 'site-health',
  title: 'siteHealth',
  capability: 'view_site_health_checks',
  async show(scope) {
    const { messages } = scope
    const outcomes = await runHealthTests(scope)
    const sizes = await measureSizes(scope)
    const byUrgency = [...outcomes].sort((a, b) => urgencyOf(a) - urgencyOf(b))
    return html`<p>${summary(outcomes, messages)}</p>
<ul class="cards">
${byUrgency.map(outcome => card(outcome, messages))}</ul>
${typeof sizes === 'string' ? html`<h2>${messages.sizes}</h2><p>${sizes}</p>` : sizeTable(sizes, messages)}`
  },
}

const hasStatus = (outcome: HealthOutcome, status: string) => 'result' in outcome && outcome.result.status === status

/** A test that could not be run comes first. */
const urgencyOf = (outcome: HealthOutcome): number => STATUSES.findIndex(status => hasStatus(outcome, status))

function summary(outcomes: readonly HealthOutcome[], messages: ConsoleMessages): string {
  const count = (status: string) => outcomes.filter(outcome => hasStatus(outcome, status)).length
  const [critical, recommended, good] = STATUSES.map(count)
  return fill(messages.healthSummary, { critical: critical ?? 0, recommended: recommended ?? 0, good: good ?? 0 })
}

function card(outcome: HealthOutcome, messages: ConsoleMessages): Html {
  if ('error' in outcome)
    return html`<li><h2>${fill(messages.failedTest, { name: outcome.test })}</h2><p>${outcome.error}</p></li>\n`
  const { test, label, status, description } = outcome.result
  return html`<li><h2>${interfaceMessage(messages, `health.${test}.${status}`) ?? label}</h2>
<p class="status ${LOOKS.get(outcome.result.status)}">${statusText(outcome.result, messages)}</p>
${sanitized(filterHtml(description, 'content'))}</li>
`
}

const statusText = ({ status }: HealthResult, messages: ConsoleMessages): string => {
  const known = STATUSES.find(each => each === status)
  return known === undefined ? status : messages[known]
}

const PARTS: Readonly<Record<string, keyof ConsoleMessages>> = {
  wordpress_size: 'wordpressSize',
  themes_size: 'themesSize',
  plugins_size: 'pluginsSize',
  uploads_size: 'uploadsSize',
  fonts_size: 'fontsSize',
  database_size: 'databaseSize',
  total_size: 'totalSize',
}

const sizeTable = (sizes: Sizes, messages: ConsoleMessages): Html => html`<div class="panel">
<table>
<caption>${messages.sizes}</caption>
<thead><tr><th scope="col">${messages.part}</th><th scope="col" class="number">${messages.size}</th></tr></thead>
<tbody>
${Object.entries(sizes).map(([part, entry]) => {
  const label = PARTS[part]
  return (
    typeof entry === 'object' &&
    html`<tr><th scope="row">${label === undefined ? part : messages[label]}</th><td class="number">${entry.size}</td></tr>\n`
  )
})}</tbody>
</table>
</div>`
