-- The people whose condition is watched (`isWatched`), by site and by company, in the order of their names. A condition list takes
-- its people from one of them alone, in that order, and counts them there: their own rows are wide.
create index app_user_watched_of_office on app_user (company_id, office_id, furigana collate "ja-x-icu", user_id) include (group_id)
  where role in ('User', 'GroupLeader', 'GroupSubLeader') and deleted_at is null and consent_withdrawn_at is null;
create index app_user_watched_of_company on app_user (company_id, furigana collate "ja-x-icu", user_id) include (office_id, group_id)
  where role in ('User', 'GroupLeader', 'GroupSubLeader') and deleted_at is null and consent_withdrawn_at is null;
