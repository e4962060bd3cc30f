-- Files are kept outside of the database, under their keys. A row stands here before its file does.
create table stored_file (
  file_key     text primary key,
  -- Null for what the service's own administrators upload.
  company_id   integer references company on delete set null,
  uploaded_by  integer references app_user,
  content_type text not null,
  size         bigint not null check (size >= 0),
  created_at   timestamptz not null
);
create index stored_file_created on stored_file (created_at);
create index site_map_image on site_map (image_key) where image_key is not null;
