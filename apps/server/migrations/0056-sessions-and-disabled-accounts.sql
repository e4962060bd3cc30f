-- Sessions that people see and end, and accounts that are disabled without being deleted.

-- Where somebody signed in, and where the session was last renewed. Sessions from before say nothing of it.
alter table session
  add column address text,
  add column user_agent text,
  add column last_address text,
  drop constraint session_ended_reason_check,
  add constraint session_ended_reason check (ended_reason in
    ('logout', 'replay', 'passwordChanged', 'userDeleted', 'endedByPerson', 'endedByAdministrator', 'accountDisabled', 'accountLocked'));

-- However often its token is exchanged, a session ends 30 days after the sign-in.
update session set expires_at = created_at + interval '30 days' where expires_at > created_at + interval '30 days';
alter table session add constraint session_longest check (expires_at <= created_at + interval '30 days');

-- Who is disabled cannot sign in and is told nothing; what is on record of them stays. No session of theirs is open.
alter table app_user add column disabled_at timestamptz;
