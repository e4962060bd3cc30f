-- The audit log of all companies by its numbers: without it a million entries are sorted for a page.
create index audit_log_number on audit_log (audit_id);
