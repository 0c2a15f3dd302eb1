import t from 'tap'
import ts from 'typescript-api'
import { sourceFiles, type TextFile, workspacePackages } from './workspace.js'

/**
 * A call takes some ten thousand arguments and throws a `RangeError` above that: a list that a client sends must never be
 * spread into one. Each place that spreads says why its list is short.
 */
const SHORT_LISTS: Readonly<Record<string, string>> = {
  "cli/table-text.ts: rows.map(row => [...(row[column] ?? '')].length)": 'rows of a table that an operator reads',
  'console/create-console.ts: args': 'the arguments of a call by code',
  'cli/move/site-collections.ts: collectionsOf(await library?.load(plugin))': 'collections of a plugin',
  'core/dispatch/allow.ts: methods': 'methods of an endpoint',
  'core/openapi/common-parts.ts: all': 'ways to authenticate',
  'core/generate.ts: Object.keys(bindings)': 'parts of a resource',
  'core/generate.ts: Object.values(bindings)': 'parts of a resource',
  'core/generate.ts: args': 'the arguments of a call by code',
  'core/resource/json/plan-links.ts: texts': 'links that a resource declares',
  'site/content/query/query-condition.ts: termConditions(scope, query.included)': 'at most ten taxonomies',
  'site/content/query/query-condition.ts: termConditions(scope, query.excluded).map(condition => wherePosts.not(condition))':
    'at most ten taxonomies',
  'core/schema/keywords/pattern.ts: keys': 'keys of a place in a schema',
  "site/content/posts/rules/post-permissions.ts: forbidden.map(({ name, ids }) => and(eq('taxonomy', name), isIn('id', ids)))":
    'taxonomies of a type',
  'site/appearance/themes/reading/themes-in.ts: (inner.length > 0 ? inner : [name])': 'folders of themes',
  'site/kernel/time/site-time.ts: [0, 6].map(month => offset(Date.UTC(year, month, 1)) / 60_000)': 'two months',
  'site/kernel/context/site-principal.ts: (objects as never[])': 'objects that code passes on',
  'site/kernel/context/rights.ts: parts': 'registered types and statuses',
  'site/kernel/operations/define-operation.ts: args': 'a capability and the objects that code passes on',
  'site/kernel/services/shared-counts.ts: args': 'the arguments of a call by code',
  'site/people/sessions/create-sessions.ts: args': 'the arguments of a call by code',
  'rendering/shortcodes/shortcode-registry.ts: match': 'groups of a regular expression',
  "site/content/media/shown/load-attached-media.ts: [...kinds].map(kind => startsWithText('mimeType', `${kind}/`))":
    'the two kinds of players, each once',
  'site/content/media/rest/media-list.ts: [...kinds].map(ofKind)': 'kinds of an enum, each once',
  'site/content/meta/filters/meta-additions.ts: conditions': 'at most two conditions',
  'site/content/meta/filters/meta-filter.ts: group': 'operators of a key, each once',
  'site/content/meta/filters/meta-filter.ts: (key.partOfContent ? [WITHOUT_PASSWORD] : [])': 'at most one condition',
  'site/content/meta/filters/meta-filter.ts: tests': 'operators of a key, each once',
  'site/content/meta/filters/meta-filter.ts: conditions': 'declared keys, each once',
  'site/content/meta/filters/meta-filter.ts: (found as Condition<IndexedMetaRecord>[])': 'declared keys, each once',
  'site/content/meta/filters/value-conditions.ts: conditions': 'the bounds of an operator',
  'site/content/meta/meta-feature.ts: kinds': 'kinds of objects that a feature declares',
  'site/kernel/rest/extended-lists.ts: conditions': 'subtypes of a search',
  'sql/altering.ts: (dialect.ddl.online?.unfollow(table.name) ?? [])': 'statements of a table',
  'sql/altering.ts: refoldSql(dialect.expressions, table, [...outdated, ...leftFolds(table, state, before)])':
    'columns of a table',
  'sql/online-upgrades.ts: (online?.follow(table.name, unfolded) ?? [])': 'statements of a table',
  'sql/online-upgrades.ts: refolds': 'columns of a table',
  'sql/online-upgrades.ts: hints.statistics([table])': 'statements of a table',
  'sql/preparing.ts: hints.statistics(completed.map(({ table }) => table))': 'collections of features',
  'sql/sqlite/index-triggers.ts: dropTriggers(texts)': 'the triggers of a table',
  'sql/sqlite/index-triggers.ts: createTriggers(texts)': 'the triggers of a table',
  'site/content/posts/slugs-in-order.ts: ranges': 'slugs that at least twenty posts of a batch of 500 share',
  'site/content/posts/rest/post-links.ts: parentLinks(site, type)': 'one link for each registered type',
  'site/content/posts/rest/post-links.ts: revisionLinks(collection)': 'links that a resource declares',
  'site/content/posts/rest/post-query.ts: conditions': 'conditions of registered taxonomies',
  'site/content/posts/rest/post-query.ts: filters': 'one condition for each parameter',
  'site/content/posts/post-search.ts: found': 'columns, each once',
  'site/content/posts/post-search.ts: places': 'columns, each once',
  'site/content/posts/post-search.ts: tests': 'at most nine words',
  'site/content/posts/post-search.ts: words.map(inTitle)': 'at most nine words',
  'site/content/terms/rest/term-query.ts: all': 'one condition for each parameter',
  'site/people/users/rest/user-query.ts: tests': 'columns, each once',
  'site/site/site-core.ts: (config.authenticators ?? [])': 'what a site is created with',
  'site/site/site-core.ts: (feature.authenticators?.(context) ?? [])': 'what a feature brings',
  'sql/ordering.ts: shapePosition(table.column(step.field), step, values)': 'at most one step',
  'sql/altering.ts: refoldSql(dialect.expressions, table, outdated)': 'statements for one table',
  'sql/altering-texts.ts: (dialect.search?.extend(texts) ?? [])': 'statements for one table',
  'sql/altering-texts.ts: refoldTextsSql(dialect.expressions, table, texts, outdated)': 'statements for one table',
  'sql/altering-texts.ts: drops': 'statements for one table',
  'sql/altering-texts.ts: createTextsSql(dialect, table, texts)': 'statements for one table',
  'sql/altering-texts.ts: (deferring ?? [])': 'statements for one table',
  'sql/preparing.ts: (table.texts ? createTextsSql(dialect, table, table.texts) : [])': 'statements for one table',
  'site/content/meta/relations/referring-additions.ts: conditions': 'one for each operator of a declared relation',
  'site/content/meta/meta-feature.ts: names': 'what a feature brings',
  'site/content/types/check-types.ts: names': 'what a feature brings',
  'site/site/site-core.ts: builtInFeatures.map(each => each.parts)': 'one for each built-in feature',
  'site/site/site-core.ts: builtInFeatures.map(each => each.registrations?.(registering))':
    'one for each built-in feature',
  'sql/altering.ts: dropCountersSql(dialect, table.name)': 'statements for one table',
  'sql/altering.ts: createCountersSql(dialect, table)': 'statements for one table',
  'sql/preparing.ts: createCountersSql(dialect, table)': 'statements for one table',
  'sql/preparing.ts: hints.statistics(outdated)': 'statements for registered tables',
}

/** The lists that calls get spread, as `path: list`. */
function spreadArguments({ path, text }: TextFile): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      for (const argument of node.arguments ?? []) {
        if (ts.isSpreadElement(argument)) found.push(`${path}: ${argument.expression.getText().replace(/\s+/g, ' ')}`)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

t.test('spread arguments are found', async t => {
  const text = 'a.push(...b); new C(1, ...d.e()); f([...g]); const h = { ...i }; Math.max(\n...j.map(\n  k => k))'
  t.same(spreadArguments({ path: 'x.ts', text }), ['x.ts: b', 'x.ts: d.e()', 'x.ts: j.map( k => k)'])
})

t.test('only short lists are spread into calls', async t => {
  const found = workspacePackages().flatMap(({ workspace, folder }) =>
    sourceFiles(folder)
      // The contract of stores only runs in tests.
      .filter(({ path }) => workspace !== 'storage' || !path.startsWith('contract/'))
      .flatMap(file => spreadArguments({ ...file, path: `${workspace}/${file.path}` })),
  )
  const unexplained = found.filter(place => !Object.hasOwn(SHORT_LISTS, place))
  t.same(unexplained, [], 'lists that a client may send are gone through, or go into a condition as a list')
})
