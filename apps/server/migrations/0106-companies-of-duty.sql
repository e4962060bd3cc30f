-- Versions of procedures are evidence, kept after their office: they belong to its company (decisions/0132-duty.md).
alter table duty add foreign key (company_id) references company (company_id);
