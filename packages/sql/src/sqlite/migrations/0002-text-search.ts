/** Folded texts of posts, and an index of their trigrams that triggers keep in step. */
export const textSearch = `
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
`
