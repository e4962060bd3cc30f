-- Whether the first failure of an account from a network is on the log. A job writes it there within seconds: writing it with
-- the answer took longer for login IDs that somebody has (decisions/0075-who-comes-in-while-others-guess.md).
alter table failed_sign_in add column is_logged boolean not null default true;
alter table failed_sign_in alter column is_logged set default false;
create index failed_sign_in_to_log on failed_sign_in (first_at) where not is_logged;
