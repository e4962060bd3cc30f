-- A file of ten thousand rows writes as many entries. Those of one person are found along the log's own order.
drop index audit_log_user_at;
