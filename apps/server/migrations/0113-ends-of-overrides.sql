-- An override ends with its account, by nobody.
alter table acclimatisation_override
  drop constraint acclimatisation_override_end,
  add constraint acclimatisation_override_end check (ended_by is null or ended_at is not null);
