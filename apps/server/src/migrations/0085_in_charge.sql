-- Buildings and activity rooms are found by who is in charge of them.
create index building_by_charge_user_id on building (tenant_id, charge_user_id, code);
create index activity_room_by_charge_user_id on activity_room (tenant_id, charge_user_id, name);
