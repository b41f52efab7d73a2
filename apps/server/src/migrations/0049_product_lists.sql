-- A product says which commands it takes by their names, and has a packing list, more pictures and a page of its own.
alter table device_product
  add column packing_list jsonb,
  add column pictures uuid[],
  add column website text,
  add column known_commands text[];
update device_product p set known_commands = (
  select array_agg(known.name order by given.place)
  from jsonb_array_elements_text(case jsonb_typeof(p.commands) when 'array' then p.commands else '[]' end) with ordinality as given(code, place)
  join (values ('FIND', 'find'), ('LOCATE', 'locate'), ('MEASURE', 'measure'), ('SET_PARAMS', 'setParams'),
    ('SET_CONTACTS', 'setContacts'), ('CLEAR_CONTACTS', 'clearContacts'), ('TIME_SYNC', 'timeSync'), ('MESSAGE', 'message'),
    ('REBOOT', 'reboot'), ('POWER_OFF', 'powerOff'), ('UPGRADE', 'upgrade')) as known(code, name) on known.code = given.code)
where p.commands is not null;
alter table device_product drop column commands;
alter table device_product rename column known_commands to commands;

-- The introduction becomes formatted text: a paragraph for each line.
update device_product set introduction = '<p>' || regexp_replace(
  replace(replace(replace(introduction, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\s*\n\s*', '</p><p>', 'g') || '</p>'
where introduction <> '';
