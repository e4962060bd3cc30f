-- When a site's maps, or what stands on them, were last changed: a console that was away for a moment is told by it.
alter table office add column maps_changed_at timestamptz;
