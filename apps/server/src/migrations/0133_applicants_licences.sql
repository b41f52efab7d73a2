-- Applications whose licence ends soon are found without reading all.
create index staff_application_by_licence_ends_on on staff_application (tenant_id, licence_ends_on);
