-- Who has an open report (申告): each row of the condition list asks for it (decisions/0133-self-reports.md).
create index alert_open_report on alert (company_id, user_id) where kind = 'report' and handling <> 'closed' and user_id is not null;
