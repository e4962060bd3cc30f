-- The pixels of a picture that came in. Of those that came before, nobody has looked yet: null until somebody asks for one.
alter table stored_file
  add column width integer check (width > 0),
  add column height integer check (height > 0);
