-- What a mail said goes after 30 days; subject, receivers and state stay.
alter table outbox_mail add column body_removed_at timestamptz;
create index outbox_mail_bodies on outbox_mail (company_id, created_at) where body_removed_at is null;

-- Accounts deleted before now lose what those deleted from now on lose at once; the name stays with readings and alerts.
update app_user
   set email = null, phone_number = null, date_of_birth = null, gender = null, metabolic_class = null, acclimatised = null,
       clothing = null, first_exposure_on = null, observed_acclimatised = null, last_exposure_on = null, exposure_counted_on = null,
       password_hash = null
 where deleted_at is not null;
delete from totp t using app_user u where u.company_id = t.company_id and u.user_id = t.user_id and u.deleted_at is not null;
delete from passkey t using app_user u where u.company_id = t.company_id and u.user_id = t.user_id and u.deleted_at is not null;
delete from recovery_code t using app_user u where u.company_id = t.company_id and u.user_id = t.user_id and u.deleted_at is not null;
delete from identity_subject t using app_user u where u.company_id = t.company_id and u.user_id = t.user_id and u.deleted_at is not null;
delete from sign_in_place t using app_user u where u.company_id = t.company_id and u.user_id = t.user_id and u.deleted_at is not null;
