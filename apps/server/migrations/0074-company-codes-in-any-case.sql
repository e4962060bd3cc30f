-- A company's code is typed by people who sign in, in any case: it is unique without regard to it.
-- Of codes that differ in their case alone the oldest company keeps its own; a later one gets its number behind it, on record.
do $$
declare
  later record;
  free text;
begin
  for later in
    select c.company_id, c.code, c.name from company c
     where c.deleted_at is null
       and exists (select from company o where o.deleted_at is null and o.company_id < c.company_id and lower(o.code) = lower(c.code))
     order by c.company_id
  loop
    free := left(later.code, 80) || '-' || later.company_id;
    while exists (select from company o where o.deleted_at is null and lower(o.code) = lower(free)) loop
      free := free || '-2';
    end loop;
    update company c set code = free, version = c.version + 1 where c.company_id = later.company_id;
    insert into audit_log (at, user_name, company_id, action, resource, resource_id, before, after)
    values (now(), 'system', later.company_id, 'update', 'company', later.company_id::text,
            jsonb_build_object('officeCode', later.code), jsonb_build_object('officeCode', free));
  end loop;
end $$;

drop index company_code_unique;
create unique index company_code_unique on company (lower(code)) where deleted_at is null;
