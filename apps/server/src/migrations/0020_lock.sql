-- A locked screen: the tokens of its sign-in answer nothing but what the lock page asks, until the password is typed or too many were wrong.
alter table user_token add column locked_at timestamptz, add column unlock_failures integer not null default 0;
