-- Codes that prove a phone serve applicants and those who enrol by a QR code.
alter table applicant_code rename to phone_proof;
alter table phone_proof rename constraint applicant_code_pkey to phone_proof_pkey;
alter index applicant_code_of_phone rename to phone_proof_of_phone;
alter index applicant_code_of_address rename to phone_proof_of_address;
alter index applicant_code_by_age rename to phone_proof_by_age;
alter table phone_proof add column purpose text not null default 'applicant';
alter table phone_proof alter column purpose drop default;
alter table phone_proof add constraint phone_proof_purpose_check check (purpose in ('applicant', 'enrolment'));

alter table applicant_try rename to phone_proof_try;
alter table phone_proof_try rename constraint applicant_try_pkey to phone_proof_try_pkey;
alter index applicant_try_of_place rename to phone_proof_try_of_place;
alter index applicant_try_by_age rename to phone_proof_try_by_age;

-- How somebody enrolled and signed in: at the desk, or by a QR code on the own phone.
alter table education_enrolment add column source text not null default 'staff';
alter table education_enrolment add column sign_in_way text;
