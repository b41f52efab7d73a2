-- Bookings of activity rooms occupy their rooms. Bookings that a node of the release before makes meanwhile occupy nothing;
-- until none is left the table keeps its own rule, asked at the commit, so that the refusal of the occupancy comes first.
do $$
begin
  alter table activity_room_booking disable row level security;
  alter table occupancy disable row level security;
  insert into occupancy (tenant_id, kind, subject_id, begins_at, ends_at, source, source_id)
    select tenant_id, 'room', activity_room_id, begins_at, coalesce(ends_at, 'infinity'), 'activityRoomBooking', id
    from activity_room_booking where state = 'booked' and not is_deleted;
  alter table occupancy enable row level security;
  alter table occupancy force row level security;
  alter table activity_room_booking enable row level security;
  alter table activity_room_booking force row level security;
end $$;
alter table activity_room_booking drop constraint activity_room_booking_activity_room_id_period;
alter table activity_room_booking add constraint activity_room_booking_activity_room_id_period
  exclude using gist (tenant_id with =, activity_room_id with =, tstzrange(begins_at, ends_at) with &&)
  where (state = 'booked'::text and not is_deleted) deferrable initially deferred;
