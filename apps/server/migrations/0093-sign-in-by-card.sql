-- Workers sign in with their card and a PIN (decisions/0130-sign-in-by-card.md).

alter table worker_card
  -- Of the part of the QR code that signs in; null on cards that were printed before they could.
  add column secret_hash      bytea,
  -- Of the PIN together with the secret of the card.
  add column pin_hash         text,
  -- Until when a PIN may be chosen, since a leader or administrator allowed it.
  add column pin_open_until   timestamptz,
  -- Wrong PINs in a row, and the locks that they brought.
  add column pin_failures     smallint not null default 0,
  add column pin_locks        smallint not null default 0,
  add column pin_locked_until timestamptz;
alter table worker_card
  add constraint worker_card_secret_unique unique (company_id, secret_hash),
  add constraint worker_card_pin_check check (pin_hash is null or secret_hash is not null);

alter table session
  -- Opened by a worker's card: it has a worker's rights, whatever the person's role.
  add column by_card      boolean not null default false,
  -- On a device that several people use: the end of the shift.
  add column shared_until timestamptz;
alter table session
  add constraint session_shared check (shared_until is null or by_card),
  drop constraint session_ended_reason;
alter table session
  add constraint session_ended_reason check (ended_reason in (
    'logout', 'replay', 'passwordChanged', 'userDeleted', 'endedByPerson', 'endedByAdministrator', 'accountDisabled', 'accountLocked',
    'cardRenewed'));

-- A wrong PIN.
alter table failed_sign_in drop constraint failed_sign_in_kind_check;
alter table failed_sign_in
  add constraint failed_sign_in_kind_check check (kind in ('wrong', 'locked', 'own', 'noAccount', 'otherSubject', 'pin'));
