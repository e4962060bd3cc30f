-- What several jobs ask every few seconds of all companies: the alerts whose condition lasts, by kind. Without it they read every alert
-- there ever was. They are few, and so is what this holds.
create index alert_open on alert (kind, company_id) where ended_at is null;

-- The first leader of each group, by which groups are listed: without it everybody of every group is read.
create index app_user_leader on app_user (company_id, group_id) include (furigana) where group_role = 1 and deleted_at is null;

-- Who gave a device back lately, among all who ever did.
create index wear_ended on wear (company_id, worn_to) where worn_to is not null;
