-- The list of an office's maps is saved as a whole, so one version stands for all of it.
alter table office add column map_version integer not null default 0;

-- How many metres a drawing is wide, where somebody has said.
alter table site_map add column image_metres double precision check (image_metres > 0);

-- Each corner 'lat,lon', one that nobody set null. Queries read four of them as a polygon, which must not fail.
alter table site_map add constraint site_map_corners check (
  angle_coordinates is null
  or cardinality(angle_coordinates) = 4
     and array_to_string(angle_coordinates, ';', '0,0') ~ '^-?[0-9.]+(e-?[0-9]+)?,-?[0-9.]+(e-?[0-9]+)?(;-?[0-9.]+(e-?[0-9]+)?,-?[0-9.]+(e-?[0-9]+)?){3}$');
