/** A use of each dynamic block about the site; `MENU` and `PAGE` stand for ids. */
export const EVERY_BLOCK: Readonly<Record<string, string>> = {
  archives: '<!-- wp:archives {"showPostCounts":true} /--><!-- wp:archives {"type":"alpha"} /-->',
  calendar: '<!-- wp:calendar /-->',
  categories: '<!-- wp:categories {"showHierarchy":true,"showPostCounts":true} /-->',
  'tag-cloud': '<!-- wp:tag-cloud /-->',
  'term-template':
    '<!-- wp:terms-query {"termQuery":{"showNested":true}} --><div><!-- wp:term-template --><!-- wp:term-name {"isLink":true} /--><!-- wp:term-count /--><!-- wp:term-description /--><!-- /wp:term-template --></div><!-- /wp:terms-query -->',
  'page-list': '<!-- wp:page-list /-->',
  navigation: '<!-- wp:navigation {"ref":MENU} /-->',
  'navigation-fallback': '<!-- wp:navigation /-->',
  'navigation-link':
    '<!-- wp:navigation --><!-- wp:navigation-link {"label":"x","kind":"post-type","id":PAGE} /--><!-- wp:home-link /--><!-- /wp:navigation -->',
  'navigation-submenu':
    '<!-- wp:navigation --><!-- wp:navigation-submenu {"label":"x","kind":"post-type","id":PAGE} --><!-- wp:page-list /--><!-- /wp:navigation-submenu --><!-- /wp:navigation -->',
  'latest-posts': '<!-- wp:latest-posts {"displayAuthor":true,"displayPostDate":true} /-->',
  breadcrumbs: '<!-- wp:breadcrumbs /-->',
  search: '<!-- wp:search /-->',
  loginout: '<!-- wp:loginout /-->',
  playlist:
    '<!-- wp:playlist --><figure class="wp-block-playlist"><ol><!-- wp:playlist-track {"id":PAGE,"src":"https://a.example/b.mp3"} /--></ol></figure><!-- /wp:playlist -->',
  'site-title': '<!-- wp:site-title /--><!-- wp:site-tagline /--><!-- wp:site-logo /-->',
}
