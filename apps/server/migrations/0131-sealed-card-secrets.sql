-- A card's secret is derived from JWT_SECRET. Before an older JWT_SECRET is taken away, the secrets that it gave are kept here, sealed
-- with the newest one, so that the cards stay good (decisions/0130-sign-in-by-card.md); null where the newest one gives it.
alter table worker_card add column sealed_secret bytea;
