-- Where a company's people may sign in instead of here: its own provider of OpenID Connect.
create table identity_provider (
  company_id    integer primary key references company on delete cascade,
  issuer        text not null,
  client_id     text not null,
  -- Sealed with the product's secret, so that a copy of the database does not hold it.
  client_secret bytea not null,
  -- Which claim says who somebody is, and what of a person it is compared with.
  claim         text not null,
  matches       text not null check (matches in ('loginId', 'email')),
  -- Lower case; empty where addresses of any domain are good.
  domains       text[] not null default '{}',
  enabled       boolean not null,
  version       integer not null default 1
);

-- What the console exchanges for a session once the provider has said who somebody is: good once and for a minute.
create table sign_in_code (
  company_id   integer not null,
  code_hash    bytea not null,
  user_id      integer not null,
  -- Of a value that only the browser holds that began the sign-in, so that a code is of no use to another one.
  browser_hash bytea not null,
  expires_at   timestamptz not null,
  primary key (company_id, code_hash),
  foreign key (company_id, user_id) references app_user on delete cascade
);
create index sign_in_code_over on sign_in_code (expires_at);

-- Opened on a provider's word: password and second factor are the provider's then, and nothing of the kind is owed here.
alter table session add column by_provider boolean not null default false;
