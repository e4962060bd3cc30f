-- What was acknowledged and grows worse is open again (decisions/0038), so an alert that waits for an answer is an open one.

delete from escalation e using alert a where a.company_id = e.company_id and a.alert_id = e.alert_id and a.handling <> 'open';
alter table escalation drop column handling;
