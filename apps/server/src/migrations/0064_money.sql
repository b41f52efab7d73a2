-- Every amount of money has one type.
alter table device_purchase alter column unit_price type numeric(12, 2);
