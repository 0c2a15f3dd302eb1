import { carries, element, item, meta } from '../export-text.js'
import { category, comment } from './imported.js'

/** The export of a small site that has something of each kind. */
export const garden = [
  element('wp:author', { 'wp:author_id': 3, 'wp:author_login': 'ada', 'wp:author_email': 'ada@example.com' }),
  category('herbs', 'plants'),
  category('plants'),
  element('wp:tag', { 'wp:tag_slug': 'red', 'wp:tag_name': 'Red' }),
  element(
    'wp:term',
    { 'wp:term_id': 40, 'wp:term_taxonomy': 'nav_menu', 'wp:term_slug': 'top', 'wp:term_name': 'Top' },
    element('wp:termmeta', { 'wp:meta_key': 'place', 'wp:meta_value': 'header' }),
  ),
  item(
    {
      title: 'Mint',
      guid: 'g1',
      creator: 'ada',
      post_id: 20,
      post_date: '2020-01-02 03:04:05',
      post_name: 'mint',
      is_sticky: 1,
    },
    carries('category', 'herbs') +
      carries('post_tag', 'red') +
      carries('post_format', 'post-format-aside', 'Aside') +
      meta('_thumbnail_id', 22) +
      comment(2, 1, 'A reply', { 'wp:comment_user_id': 3 }) +
      comment(1, 0, 'First') +
      comment(3, 9, 'Held', { 'wp:comment_approved': '0' }),
  ),
  item({ title: 'Bed', guid: 'g2', creator: 'ada', post_id: 21, post_type: 'page', post_parent: 24, post_name: 'bed' }),
  item({
    title: 'Leaf',
    guid: 'g3',
    creator: 'ada',
    post_id: 22,
    post_type: 'attachment',
    status: 'inherit',
    post_parent: 20,
    attachment_url: 'http://old.example/2020/leaf.jpeg?x=1',
  }),
  item({ title: 'Pattern', guid: 'g4', creator: 'ada', post_id: 23, post_type: 'wp_block' }),
  item({ title: 'Plot', guid: 'g5', creator: 'ada', post_id: 24, post_type: 'page', post_name: 'plot' }),
  item(
    { title: '', guid: 'g6', creator: 'ada', post_id: 25, post_type: 'nav_menu_item', post_name: '25', menu_order: 1 },
    carries('nav_menu', 'top') +
      meta('_menu_item_type', 'post_type') +
      meta('_menu_item_object', 'wp_block') +
      meta('_menu_item_object_id', 23) +
      meta('_menu_item_menu_item_parent', 0),
  ),
].join('\n')
