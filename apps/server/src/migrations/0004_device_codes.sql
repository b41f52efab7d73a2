-- The code shown on a device, as a blind index under the host's key: who knows it may register a device that stands with the host.
-- A row of tenant 0 is stock of the host, no tenant's device.
alter table dir_imei add column code_index bytea;
