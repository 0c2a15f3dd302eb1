/**
 * Indexes for what is found in large sites: due posts, further orders and filters, and meta by its value.
 * The condition of the partial index is the range that the query for due posts compiles to. Were it an equation, SQLite
 * would plan every statement with `status = ?` anew for each value that it is run with.
 */
export const growingSites = `
create index posts_by_due_date on posts (date_gmt) where +status >= 'future' and +status <= 'future';
create index posts_by_id on posts (type, status, id, mime_type, parent);
create index posts_by_menu_order on posts (type, status, menu_order);
create index terms_by_count on terms (taxonomy, count);
create index meta_by_value on meta (key, kind, substr(value, 1, 40));
`
