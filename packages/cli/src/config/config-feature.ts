import { defineFeature, extraFields, type Feature, RegistrationError } from '@platen/site/extend'
import type { PlatenConfig } from './define-config.js'

const entries = <T>(record: Readonly<Record<string, T>> = {}) => Object.entries(record)

/** Creates a feature from the registrations in a configuration. */
export function configFeature(config: PlatenConfig): Feature {
  const { types, taxonomies, meta = [], settings = {}, searchHandlers = {} } = config
  return defineFeature({
    name: 'platen.config',
    types,
    taxonomies,
    meta,
    settings,
    searchHandlers,
    setup(site) {
      for (const [name, options] of entries(config.statuses)) site.registerStatus(name, options)
      for (const [name, options] of entries(config.templates)) site.registerTemplate(name, options)
      for (const [name, options] of entries(config.oembedProviders)) site.registerOembedProvider(name, options)
      for (const [name, options] of entries(config.blockPatternCategories))
        site.registerBlockPatternCategory(name, options)
      for (const [name, options] of entries(config.blockPatterns)) site.registerBlockPattern(name, options)
      for (const [slug, options] of entries(config.fontCollections)) site.registerFontCollection(slug, options)
      for (const [slug, options] of entries(config.iconCollections)) site.registerIconCollection(slug, options)
      for (const [name, options] of entries(config.icons)) site.registerIcon(name, options)
      for (const [resource, fields] of entries(config.fields))
        for (const [name, field] of entries(fields)) site.context.get(extraFields).register(resource, name, field)
      for (const [id, options] of entries(config.sidebars)) site.registerSidebar(id, options)
      for (const definition of config.widgets ?? []) site.registerWidget(definition)
      for (const definition of config.blocks ?? []) site.registerBlockType(definition)
      for (const [tag, render] of entries(config.shortcodes)) site.registerShortcode(tag, render)
      const result: unknown = config.setup?.(site)
      if (!(result instanceof Promise)) return
      result.catch(() => {})
      throw new RegistrationError('"setup" is asynchronous; only "load" of a feature may be')
    },
  })
}
