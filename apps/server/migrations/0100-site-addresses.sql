-- What to tell the ambulance about a site: its address, and where somebody waits. It is on posters and on the page behind them.
alter table office add column address text;
