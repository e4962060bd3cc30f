-- When an office measured WBGT last, also by a watcher that has left it, is asked for each batch of readings (decisions/0118).
create index heat_summary_measured on heat_summary (company_id, office_id, slot) where source = 'measured' and wbgt_count > 0;
