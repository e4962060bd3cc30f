-- What a company's provider calls somebody: unlike a mail address it passes to nobody else.
create table identity_subject (
  company_id integer not null,
  user_id    integer not null,
  issuer     text not null,
  subject    text not null,
  primary key (company_id, user_id)
);
select place_table('identity_subject');
alter table identity_subject add foreign key (company_id, user_id) references app_user on delete cascade;
