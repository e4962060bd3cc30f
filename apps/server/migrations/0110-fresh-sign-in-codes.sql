-- Whether the company's provider asked the person to sign in again, which confirms the session that the code opens
-- (decisions/0137-ones-own-data.md).
alter table sign_in_code add column is_fresh boolean not null default false;
