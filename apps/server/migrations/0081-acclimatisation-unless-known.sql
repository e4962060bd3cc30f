-- Nobody counts as used to the heat (順化者) of whom nothing says so (decisions/0116-acclimatisation-by-exposure-days.md).

-- The sites where the reference value of people fell by this, until an administrator has read of it.
create table reference_change (
  company_id  integer not null,
  office_id   integer not null,
  -- How many people's it was.
  people      integer not null,
  primary key (company_id, office_id)
);
select place_table('reference_change');
alter table reference_change add foreign key (company_id, office_id) references office (company_id, office_id) on delete cascade;

-- 慣れている was what the form of a new site proposed. Where somebody chose it after 慣れていない, it was meant, and stays.
alter table office alter column acclimatised set default false;
do $$
declare
  site record;
begin
  for site in
    select o.company_id, o.office_id from office o
     where o.acclimatised
       and not exists (
         select from audit_log a
          where a.company_id = o.company_id and a.resource = 'office' and a.resource_id = o.office_id::text
            and a.before->>'acclimatised' = 'false' and a.after->>'acclimatised' = 'true')
     order by o.company_id, o.office_id
  loop
    -- People of whom nothing was said or measured: their reference value was the site's.
    insert into reference_change (company_id, office_id, people)
    select u.company_id, u.office_id, count(*)
      from app_user u
      left join work_group g on g.company_id = u.company_id and g.group_id = u.group_id
     where u.company_id = site.company_id and u.office_id = site.office_id
       and u.role in ('User', 'GroupLeader', 'GroupSubLeader') and u.deleted_at is null
       and u.acclimatised is null and u.observed_acclimatised is null and u.first_exposure_on is null
       and g.acclimatised is null
     group by u.company_id, u.office_id;
    update office o set acclimatised = false, version = o.version + 1
     where o.company_id = site.company_id and o.office_id = site.office_id;
    insert into audit_log (at, user_name, company_id, office_id, action, resource, resource_id, before, after)
    values (now(), 'system', site.company_id, site.office_id, 'update', 'office', site.office_id::text,
            jsonb_build_object('acclimatised', true), jsonb_build_object('acclimatised', false));
  end loop;
end $$;

-- What was observed by the former rule is counted again from the summaries by the job's next run; until then it is unknown.
update app_user set observed_acclimatised = null, exposure_counted_on = null
 where observed_acclimatised is not null or exposure_counted_on is not null;
