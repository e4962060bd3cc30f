-- Every batch of readings looks for its company's few resting places.
create index device_rest_place on device (company_id) where rest_place;
create index named_place_rest_place on named_place (company_id) where rest_place;
