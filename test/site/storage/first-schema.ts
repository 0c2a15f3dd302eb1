/** The schema of files from before collections were declared: three steps, as they were applied. */
export const firstSchema: readonly string[] = [
  `
create table posts (
  id integer primary key autoincrement,
  version integer not null,
  type text not null,
  status text not null,
  author integer not null,
  date text not null,
  date_gmt text,
  modified text not null,
  modified_gmt text not null,
  slug text not null,
  title text not null,
  title_folded text not null,
  password text not null,
  parent integer not null,
  menu_order integer not null,
  comment_status text not null,
  ping_status text not null,
  guid text not null,
  mime_type text not null,
  comment_count integer not null,
  excerpt text not null,
  content text not null
);
create index posts_by_status_and_date on posts (type, status, date);
create index posts_by_type_and_date on posts (type, date, id, status);
create index posts_by_date on posts (date, id, type, status);
create index posts_by_modified on posts (type, status, modified);
create index posts_by_title on posts (type, status, title_folded);
create index posts_by_slug on posts (slug, type);
create index posts_by_parent on posts (parent, type, slug);
create index posts_by_author on posts (author, type, status, date);
create index posts_by_guid on posts (guid);

create table terms (
  id integer primary key autoincrement,
  version integer not null,
  taxonomy text not null,
  name text not null,
  name_folded text not null,
  slug text not null,
  slug_folded text not null,
  description text not null,
  parent integer not null,
  "group" integer not null,
  count integer not null
);
create unique index terms_slug on terms (taxonomy, slug);
create index terms_by_name on terms (taxonomy, name_folded);
create index terms_by_parent on terms (parent);

create table assignments (
  id integer primary key autoincrement,
  version integer not null,
  object integer not null,
  term integer not null,
  position integer not null
);
create index assignments_by_object on assignments (object, position, id, term);
create index assignments_by_term on assignments (term, object);

create table users (
  id integer primary key autoincrement,
  version integer not null,
  login text not null,
  login_folded text not null,
  email text not null,
  email_folded text not null,
  password_hash text not null,
  slug text not null,
  slug_folded text not null,
  display_name text not null,
  display_name_folded text not null,
  first_name text not null,
  first_name_folded text not null,
  last_name text not null,
  last_name_folded text not null,
  nickname text not null,
  nickname_folded text not null,
  url text not null,
  url_folded text not null,
  description text not null,
  locale text not null,
  roles text not null,
  capabilities text not null,
  registered text not null
);
create unique index users_slug on users (slug);
create unique index users_email on users (email_folded);
create unique index users_login on users (login_folded);
create index users_by_display_name on users (display_name_folded);

create table comments (
  id integer primary key autoincrement,
  version integer not null,
  post integer not null,
  parent integer not null,
  author integer not null,
  author_name text not null,
  author_name_folded text not null,
  author_email text not null,
  author_email_folded text not null,
  author_url text not null,
  author_ip text not null,
  author_agent text not null,
  date text not null,
  date_gmt text not null,
  status text not null,
  type text not null,
  content text not null,
  content_folded text not null
);
create index comments_by_status on comments (type, status, date_gmt);
create index comments_by_date on comments (type, date_gmt, status);
create index comments_by_post on comments (post, status, type, date_gmt);
create index comments_by_parent on comments (parent);
create index comments_by_author on comments (author);

create table meta (
  id integer primary key autoincrement,
  version integer not null,
  kind text not null,
  object integer not null,
  key text not null,
  value text not null
);
create index meta_by_object on meta (object, kind);
create index meta_by_key on meta (key, kind, object);

create table application_passwords (
  id integer primary key autoincrement,
  version integer not null,
  uuid text not null,
  user integer not null,
  app_id text not null,
  name text not null,
  name_folded text not null,
  hash text not null,
  created integer not null,
  last_used integer,
  last_ip text
);
create unique index application_passwords_uuid on application_passwords (uuid);
create index application_passwords_by_user on application_passwords (user);

create table options (
  name text primary key,
  value text not null
) without rowid;
`,
  `
create table post_texts (
  id integer primary key references posts (id) on delete cascade,
  title text not null,
  excerpt text not null,
  content text not null
);
create virtual table post_texts_search using fts5 (
  title, excerpt, content,
  content = 'post_texts', content_rowid = 'id',
  tokenize = 'trigram case_sensitive 1'
);
create trigger post_texts_inserted after insert on post_texts begin
  insert into post_texts_search (rowid, title, excerpt, content) values (new.id, new.title, new.excerpt, new.content);
end;
create trigger post_texts_removed after delete on post_texts begin
  insert into post_texts_search (post_texts_search, rowid, title, excerpt, content)
    values ('delete', old.id, old.title, old.excerpt, old.content);
end;
create trigger post_texts_updated after update on post_texts begin
  insert into post_texts_search (post_texts_search, rowid, title, excerpt, content)
    values ('delete', old.id, old.title, old.excerpt, old.content);
  insert into post_texts_search (rowid, title, excerpt, content) values (new.id, new.title, new.excerpt, new.content);
end;
`,
  `
create index posts_by_due_date on posts (date_gmt) where +status >= 'future' and +status <= 'future';
create index posts_by_id on posts (type, status, id, mime_type, parent);
create index posts_by_menu_order on posts (type, status, menu_order);
create index terms_by_count on terms (taxonomy, count);
create index meta_by_value on meta (key, kind, substr(value, 1, 40));
`,
]
