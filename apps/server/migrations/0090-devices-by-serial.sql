-- Readings of a device that no site of their sender has are looked for at all sites of the company, with every batch.
create index device_serial on device (company_id, serial, kind);
