-- Whoever came by their company's provider keeps that through the second step: what is owed here is the provider's then.
alter table sign_in_ticket add column by_provider boolean not null default false;
