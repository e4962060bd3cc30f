-- A second factor of signing in (decisions/0056-second-factor.md).

-- The secret that a person's app makes its codes from, sealed with a key of the product's secret.
create table totp (
  company_id   integer not null,
  user_id      integer not null,
  secret       bytea not null,
  started_at   timestamptz not null,
  -- Null until a code of the app has shown that it knows the secret: until then nothing is asked of it.
  confirmed_at timestamptz,
  -- The number of the 30 seconds whose code was taken last: each is good once.
  last_step    bigint not null default 0,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references app_user
);

-- Codes for whoever has lost the device. All of a person's share one salt, so that one hash finds the one typed.
create table recovery_code (
  company_id integer not null,
  user_id    integer not null,
  code_hash  bytea not null,
  salt       bytea not null,
  used_at    timestamptz,
  primary key (company_id, user_id, code_hash),
  foreign key (company_id, user_id) references app_user
);

create table passkey (
  company_id    integer not null,
  -- What the authenticator calls it, in base64url.
  credential_id text not null,
  user_id       integer not null,
  name          text not null,
  public_key    bytea not null,
  -- How often it has signed, where the authenticator counts: one that falls back was copied.
  counter       bigint not null,
  transports    text[] not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  primary key (company_id, credential_id),
  foreign key (company_id, user_id) references app_user
);
create index passkey_person on passkey (company_id, user_id);

-- A sign-in whose password was right and whose second step is still to be taken.
create table sign_in_ticket (
  company_id integer not null,
  ticket_id  uuid not null,
  user_id    integer not null,
  expires_at timestamptz not null,
  -- What a passkey was asked to sign for it.
  challenge  text,
  primary key (company_id, ticket_id),
  foreign key (company_id, user_id) references app_user
);
create index sign_in_ticket_expiry on sign_in_ticket (expires_at);

-- A passkey that a session has begun to make: what it is to sign, what it will be called, and until when.
create table passkey_draft (
  company_id integer not null,
  session_id uuid not null,
  challenge  text not null,
  name       text not null,
  expires_at timestamptz not null,
  primary key (company_id, session_id),
  foreign key (company_id, session_id) references session on delete cascade
);
