import { bytesOf } from '../../site/features/media/media-site.js'
import { CREATE, DELETE, EDIT, text, url } from './fixture.js'
import type { OperationRow } from './operation-row.js'
import { comment, item, media, menu, name, post, revision, target, term, user } from './references.js'

/** The operations on posts, media, revisions, comments, terms and menus, by their paths in `site.content`. */
export const contentRows: Readonly<Record<string, OperationRow>> = {
  'posts.create': {
    call: ({ site: { content } }, by) => content.posts.create({ title: name(), status: 'publish' }, by),
    demoted: CREATE,
    references: {
      author: user(
        ({ site: { content } }, { id: author }, by) => content.posts.create({ title: 'x', author }, by),
        'rest_invalid_author',
        400,
      ),
      parent: post(
        ({ site: { content } }, { id: parent }, by) => content.posts.create({ title: 'x', type: 'page', parent }, by),
        'rest_post_invalid_id',
        400,
        'page',
      ),
    },
  },
  'posts.update': {
    call: ({ site: { content }, ids }, by) => content.posts.update(ids.post, { title: name() }, by),
    demoted: EDIT,
    references: {
      itself: post(({ site: { content } }, { id }, by) => content.posts.update(id, { title: 'x' }, by)),
      author: user(
        ({ site: { content }, ids }, { id: author }, by) => content.posts.update(ids.post, { author }, by),
        'rest_invalid_author',
        400,
      ),
      parent: post(
        ({ site: { content }, ids }, { id: parent }, by) => content.posts.update(ids.page, { parent }, by),
        'rest_post_invalid_id',
        400,
        'page',
      ),
    },
  },
  'posts.trash': {
    call: ({ site: { content }, ids }, by) => content.posts.trash(ids.post, by),
    demoted: DELETE,
    references: { itself: post(({ site: { content } }, { id }, by) => content.posts.trash(id, by)) },
  },
  'posts.delete': {
    call: ({ site: { content }, ids }, by) => content.posts.delete(ids.post, by),
    demoted: DELETE,
    references: { itself: post(({ site: { content } }, { id }, by) => content.posts.delete(id, by)) },
  },
  'media.create': {
    call: ({ site: { content } }, by) => content.media.create(text, by),
    demoted: CREATE,
    references: {
      'the post': post(
        ({ site: { content } }, { id: attachedTo }, by) => content.media.create({ ...text, attachedTo }, by),
        EDIT,
        403,
      ),
      'the featured image': media(
        ({ site: { content } }, { id: featuredMedia }, by) =>
          content.media.create({ name: 'a.mp3', bytes: bytesOf('ID3\x03\0\0\0\0\0\0'), featuredMedia }, by),
        'rest_invalid_featured_media',
        400,
      ),
    },
  },
  'media.update': {
    call: ({ site: { content }, ids }, by) => content.media.update(ids.image, { title: name() }, by),
    demoted: EDIT,
    references: {
      itself: media(({ site: { content } }, { id }, by) => content.media.update(id, { title: 'x' }, by)),
      author: user(
        ({ site: { content }, ids }, { id: author }, by) => content.media.update(ids.image, { author }, by),
        'rest_invalid_author',
        400,
      ),
    },
  },
  'media.delete': {
    call: ({ site: { content }, ids }, by) => content.media.delete(ids.image, by),
    demoted: DELETE,
    references: { itself: media(({ site: { content } }, { id }, by) => content.media.delete(id, by)) },
  },
  'navigation.fallback': { call: ({ site: { content } }, by) => content.navigation.fallback(by), demoted: CREATE },
  'revisions.restore': {
    call: ({ site: { content }, ids }, by) => content.revisions.restore(ids.revision, by),
    demoted: EDIT,
    references: { 'its post': revision(({ site: { content } }, { id }, by) => content.revisions.restore(id, by)) },
  },
  'revisions.delete': {
    call: ({ site: { content }, ids }, by) => content.revisions.delete(ids.revision, by),
    demoted: DELETE,
    references: { 'its post': revision(({ site: { content } }, { id }, by) => content.revisions.delete(id, by)) },
  },
  'autosaves.store': {
    call: ({ site: { content }, ids }, by) => content.autosaves.store(ids.post, { title: name() }, by),
    demoted: EDIT,
    references: {
      'its post': post(({ site: { content } }, { id }, by) => content.autosaves.store(id, { title: 'x' }, by)),
    },
  },
  'comments.create': {
    call: ({ site: { content }, ids }, by) => content.comments.create({ post: ids.post, content: name() }, by),
    // Everybody who is signed in may comment.
    demoted: undefined,
    references: {
      'its post': post(
        ({ site: { content } }, { id }, by) => content.comments.create({ post: id, content: 'x' }, by),
        'rest_comment_invalid_post_id',
        403,
      ),
      'its post, which is closed meanwhile': target(
        ({ site: { content } }, by) =>
          content.posts.create({ title: name(), status: 'publish', commentStatus: 'open' }, by),
        ({ site: { content } }, { id }, by) => content.comments.create({ post: id, content: 'x' }, by),
        ({ site: { content } }, { id }, by) => content.posts.update(id, { commentStatus: 'closed' }, by),
        'rest_comment_closed',
        403,
      ),
      author: user(
        ({ site: { content }, ids }, { id: author }, by) =>
          content.comments.create({ post: ids.post, content: 'x', author }, by),
        'rest_comment_author_invalid',
        400,
      ),
    },
  },
  'comments.update': {
    call: ({ site: { content }, ids }, by) => content.comments.update(ids.comment, { content: name() }, by),
    demoted: EDIT,
    references: {
      itself: comment(({ site: { content } }, { id }, by) => content.comments.update(id, { content: 'x' }, by)),
    },
  },
  'comments.trash': {
    call: ({ site: { content }, ids }, by) => content.comments.trash(ids.comment, by),
    demoted: DELETE,
    references: { itself: comment(({ site: { content } }, { id }, by) => content.comments.trash(id, by)) },
  },
  'comments.restore': {
    call: ({ site: { content }, ids }, by) => content.comments.restore(ids.trashed, by),
    demoted: EDIT,
    references: { itself: comment(({ site: { content } }, { id }, by) => content.comments.restore(id, by)) },
  },
  'comments.delete': {
    call: ({ site: { content }, ids }, by) => content.comments.delete(ids.comment, by),
    demoted: DELETE,
    references: { itself: comment(({ site: { content } }, { id }, by) => content.comments.delete(id, by)) },
  },
  'terms.create': {
    call: ({ site: { content } }, by) => content.terms.create({ taxonomy: 'category', name: name() }, by),
    demoted: CREATE,
    references: {
      parent: term(
        ({ site: { content } }, { id: parent }, by) =>
          content.terms.create({ taxonomy: 'category', name: 'x', parent }, by),
        'category',
        'rest_term_invalid',
        400,
      ),
    },
  },
  'terms.update': {
    call: ({ site: { content }, ids }, by) => content.terms.update(ids.term, { name: name() }, by),
    demoted: 'rest_cannot_update',
    references: {
      itself: term(({ site: { content } }, { id }, by) => content.terms.update(id, { name: 'x' }, by)),
      parent: term(
        ({ site: { content }, ids }, { id: parent }, by) => content.terms.update(ids.term, { parent }, by),
        'category',
        'rest_term_invalid',
        400,
      ),
    },
  },
  'terms.delete': {
    call: ({ site: { content }, ids }, by) => content.terms.delete(ids.term, by),
    demoted: DELETE,
    references: { itself: term(({ site: { content } }, { id }, by) => content.terms.delete(id, by)) },
  },
  'menus.create': { call: ({ site: { content } }, by) => content.menus.create({ name: name() }, by), demoted: CREATE },
  'menus.update': {
    call: ({ site: { content }, ids }, by) => content.menus.update(ids.menu, { name: name() }, by),
    demoted: 'rest_cannot_update',
    references: { itself: menu(({ site: { content } }, { id }, by) => content.menus.update(id, { name: 'x' }, by)) },
  },
  'menus.delete': {
    call: ({ site: { content }, ids }, by) => content.menus.delete(ids.menu, by),
    demoted: DELETE,
    references: { itself: menu(({ site: { content } }, { id }, by) => content.menus.delete(id, by)) },
  },
  'menuItems.create': {
    call: ({ site: { content } }, by) => content.menuItems.create({ title: name(), url }, by),
    demoted: CREATE,
    references: {
      'its menu': menu(
        ({ site: { content } }, { id }, by) => content.menuItems.create({ title: 'x', url, menu: id }, by),
        'invalid_menu_id',
        400,
      ),
    },
  },
  'menuItems.update': {
    call: ({ site: { content }, ids }, by) => content.menuItems.update(ids.item, { title: name() }, by),
    demoted: EDIT,
    references: {
      itself: item(({ site: { content } }, { id }, by) => content.menuItems.update(id, { title: 'x' }, by)),
      'its menu': menu(
        ({ site: { content }, ids }, { id }, by) => content.menuItems.update(ids.item, { menu: id }, by),
        'invalid_menu_id',
        400,
      ),
    },
  },
  'menuItems.delete': {
    call: ({ site: { content }, ids }, by) => content.menuItems.delete(ids.item, by),
    demoted: DELETE,
    references: { itself: item(({ site: { content } }, { id }, by) => content.menuItems.delete(id, by)) },
  },
}
