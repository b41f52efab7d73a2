-- Positions older than a tenant keeps are removed at night; what they say stays closed to the role that removes them.
select kangmai.open_across_tenants('location_reading', 'kangmai_platform', 'select (tenant_id, id, measured_at), delete');
