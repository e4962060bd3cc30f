-- What is done once for each key that a client sends with it, and what was answered: for a day, by the account that sent it
-- (decisions/0070-a-create-is-done-once.md).
create table kept_answer (
  company_id   integer not null,
  user_id      integer not null,
  key_hash     bytea not null,
  -- Of the call and its body: a key stands for one request alone.
  request_hash bytea not null,
  made_at      timestamptz not null,
  -- Null while it is under way, and where nobody knows how it ended.
  answer       text,
  primary key (company_id, user_id, key_hash)
);
select place_table('kept_answer');
alter table kept_answer
  add foreign key (company_id) references company on delete cascade,
  add foreign key (company_id, user_id) references app_user on delete cascade;
create index kept_answer_made on kept_answer (made_at);
