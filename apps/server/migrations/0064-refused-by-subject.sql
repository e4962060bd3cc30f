-- Why somebody who came from their company's provider was not let in, so that the log can say it: nobody here is meant, or the
-- account is that of another person of theirs.
alter table failed_sign_in
  drop constraint failed_sign_in_kind_check,
  add constraint failed_sign_in_kind_check check (kind in ('wrong', 'locked', 'own', 'noAccount', 'otherSubject'));
