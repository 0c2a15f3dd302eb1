import type { PostRecord } from '@platen/site'
import { CREATE, DELETE, EDIT, type Fixture, FROM_FILE, face, styled, TEMPLATES, WIDGETS } from './fixture.js'
import type { OperationRow } from './operation-row.js'
import { family, name, nextNumber, target, template, user, widget } from './references.js'

const templates = (kind: 'templates' | 'templateParts'): Readonly<Record<string, OperationRow>> => {
  const own = ({ template, part }: Fixture) => (kind === 'templates' ? template : part)
  return {
    [`${kind}.create`]: {
      call: ({ site: { content } }, by) => content[kind].create({ slug: 'own-2', title: 'Own', content: 'x' }, by),
      demoted: TEMPLATES,
      references: {
        author: user(
          ({ site: { content } }, { id: author }, by) =>
            content[kind].create({ slug: 'own-3', title: 'O', content: 'x', author }, by),
          'rest_invalid_author',
          400,
        ),
      },
    },
    [`${kind}.update`]: {
      call: (fixture, by) => fixture.site.content[kind].update(own(fixture), { title: name() }, by),
      demoted: TEMPLATES,
      references: {
        itself: template(kind, ({ site: { content } }, { id }, by) => content[kind].update(id, { title: 'x' }, by)),
      },
    },
    [`${kind}.revert`]: {
      call: ({ site: { content } }, by) => content[kind].revert(FROM_FILE[kind], by),
      demoted: TEMPLATES,
    },
    [`${kind}.trash`]: {
      call: (fixture, by) => fixture.site.content[kind].trash(own(fixture), by),
      demoted: TEMPLATES,
      references: { itself: template(kind, ({ site: { content } }, { id }, by) => content[kind].trash(id, by)) },
    },
    [`${kind}.delete`]: {
      call: (fixture, by) => fixture.site.content[kind].delete(own(fixture), by),
      demoted: TEMPLATES,
      references: { itself: template(kind, ({ site: { content } }, { id }, by) => content[kind].delete(id, by)) },
    },
  }
}

/** The operations on widgets, fonts, themes, styles and templates, by their paths in `site.content`. */
export const appearanceRows: Readonly<Record<string, OperationRow>> = {
  'widgets.create': {
    call: ({ site: { content } }, by) => content.widgets.create({ idBase: 'block', sidebar: 'side' }, by),
    demoted: WIDGETS,
  },
  'widgets.update': {
    call: ({ site: { content }, widget }, by) => content.widgets.update(widget, { sidebar: 'other' }, by),
    demoted: WIDGETS,
    references: {
      itself: widget(({ site: { content } }, { id }, by) => content.widgets.update(id, { sidebar: 'other' }, by)),
    },
  },
  'widgets.deactivate': {
    call: ({ site: { content }, widget }, by) => content.widgets.deactivate(widget, by),
    demoted: WIDGETS,
    references: { itself: widget(({ site: { content } }, { id }, by) => content.widgets.deactivate(id, by)) },
  },
  'widgets.delete': {
    call: ({ site: { content }, widget }, by) => content.widgets.delete(widget, by),
    demoted: WIDGETS,
    references: { itself: widget(({ site: { content } }, { id }, by) => content.widgets.delete(id, by)) },
  },
  'widgets.arrange': {
    call: ({ site: { content }, widget }, by) => content.widgets.arrange('other', [widget], by),
    demoted: WIDGETS,
  },
  'fonts.createFamily': {
    call: ({ site: { content } }, by) => content.fonts.createFamily({ ...styled, slug: `g${nextNumber()}` }, by),
    demoted: CREATE,
  },
  'fonts.updateFamily': {
    call: ({ site: { content }, ids }, by) => content.fonts.updateFamily(ids.family, { name: name() }, by),
    demoted: EDIT,
    references: {
      itself: family(({ site: { content } }, { id }, by) => content.fonts.updateFamily(id, { name: 'x' }, by)),
    },
  },
  'fonts.deleteFamily': {
    call: ({ site: { content }, ids }, by) => content.fonts.deleteFamily(ids.family, by),
    demoted: DELETE,
    references: { itself: family(({ site: { content } }, { id }, by) => content.fonts.deleteFamily(id, by)) },
  },
  'fonts.createFace': {
    call: ({ site: { content }, ids }, by) => content.fonts.createFace(face(ids.family, name()), by),
    demoted: CREATE,
    references: {
      'its family': family(
        ({ site: { content } }, { id }, by) => content.fonts.createFace(face(id, name()), by),
        'rest_post_invalid_parent',
      ),
    },
  },
  'fonts.deleteFace': {
    call: ({ site: { content }, ids }, by) => content.fonts.deleteFace(ids.face, by),
    demoted: DELETE,
    references: {
      'its family': target<PostRecord>(
        async ({ site: { content } }, by) => {
          const { id } = await content.fonts.createFamily({ ...styled, slug: `f${nextNumber()}` }, by)
          return content.fonts.createFace(face(id, name()), by)
        },
        ({ site: { content } }, { id }, by) => content.fonts.deleteFace(id, by),
        ({ site: { content } }, { parent }, by) => content.fonts.deleteFamily(parent, by),
        'rest_post_invalid_id',
      ),
    },
  },
  'themes.activate': {
    call: ({ site: { content } }, by) => content.themes.activate('platen', by),
    demoted: 'rest_cannot_switch_themes',
  },
  'globalStyles.update': {
    call: ({ site: { content } }, by) => content.globalStyles.update({ title: name() }, by),
    demoted: EDIT,
  },
  ...templates('templates'),
  ...templates('templateParts'),
}
