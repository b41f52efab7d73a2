-- Readings that follow one another within seconds make a score once, not each time.
alter table early_warning add column made_at timestamptz not null default '-infinity';
