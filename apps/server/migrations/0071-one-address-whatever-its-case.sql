-- Mail servers read OK@example.jp and ok@example.jp as one address.
delete from group_email e using group_email o
 where o.company_id = e.company_id and o.group_id = e.group_id and lower(o.email) = lower(e.email) and o.email < e.email;
create unique index group_email_one on group_email (company_id, group_id, lower(email));
