-- Where a meter hangs, and why a reading is below the former one.
alter table energy_item add column building_id bigint;
alter table energy_item add column room_id bigint;
alter table energy_item add constraint energy_item_building_id_fkey foreign key (tenant_id, building_id) references building (tenant_id, id);
alter table energy_item add constraint energy_item_room_id_fkey foreign key (tenant_id, room_id) references room (tenant_id, id);
create index energy_item_by_building_id on energy_item (tenant_id, building_id, kind);
create index energy_item_by_room_id on energy_item (tenant_id, room_id, kind);

alter table energy_reading add column rolled_over boolean not null default false;
alter table energy_reading add column reason text;
