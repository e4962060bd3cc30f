-- An office that is archived takes no readings and no changes; its records stay. Null while it is open.
alter table office add column archived_at timestamptz;

alter table session drop constraint session_ended_reason;
alter table session add constraint session_ended_reason check (ended_reason in (
  'logout', 'replay', 'passwordChanged', 'userDeleted', 'endedByPerson', 'endedByAdministrator', 'accountDisabled', 'accountLocked',
  'cardRenewed', 'officeArchived'));
