/** The texts of the first page. */
export const overviewMessages = {
  overview: 'At a glance',
  siteTitle: 'Title',
  siteUrl: 'URL of the site',
  apiUrl: 'URL of the interface',
  content: 'Content',
  versions: 'Versions',
  posts: 'Posts',
  pages: 'Pages',
  comments: 'Comments',
  media: 'Media',
  users: 'Users',
  unavailable: 'Not available',
  interfaceVersion: 'Interface',
}
