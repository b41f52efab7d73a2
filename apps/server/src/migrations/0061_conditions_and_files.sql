-- The rows that hold a file decide who may read it.
create index client_by_photo on client (tenant_id, photo) where photo is not null;
create index client_by_avatar on client (tenant_id, avatar) where avatar is not null;
create index client_consent_by_file on client_consent (tenant_id, file) where file is not null;
create index device_type_by_picture on device_type (tenant_id, picture) where picture is not null;
create index device_product_by_picture on device_product (tenant_id, picture) where picture is not null;
create index device_product_by_manual on device_product (tenant_id, manual) where manual is not null;
create index app_user_by_profile_picture_id on app_user (tenant_id, profile_picture_id) where profile_picture_id is not null;
-- Users and roles by a permission, and users who are locked.
create index role_permission_by_permission on role_permission (tenant_id, permission, role_id);
create index user_permission_by_permission on user_permission (tenant_id, permission, user_id);
create index app_user_locked on app_user (tenant_id, lockout_end_at) where lockout_end_at is not null;
-- Devices that are worn, and persons who wear one.
create index device_binding_worn on device_binding (tenant_id, device_id, client_id) where relation = 0 and state in (1, 3) and not is_deleted;
