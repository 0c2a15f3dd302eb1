/** A slug of a title. */
export function slugify(title: string): string {
  return title.replace(/<[^>]*>/g, '').normalize('NFD').replace(/\p{M}+/gu, '').toLowerCase().replace(/[^a-z0-9_ -]/g, '').replace(/[\s-]+/g, '-').replace(/^-|-$/g, '')
}
