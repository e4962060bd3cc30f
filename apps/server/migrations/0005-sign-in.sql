-- What every process must agree on to let people in.

-- Secrets made once for the whole product. With a database of its own several processes share it, and a token
-- that one of them signs must be good at the others; the embedded database's process keeps its secret in a file.
create table product_secret (
  name       text primary key,
  value      text not null,
  created_at timestamptz not null default now()
);

-- Failed sign-ins by where they came from, so that the limit holds whichever process is asked. Rows live minutes.
create table login_failure (
  address text not null,
  at      timestamptz not null
);
create index login_failure_address_at on login_failure (address, at desc);
create index login_failure_at on login_failure (at);
