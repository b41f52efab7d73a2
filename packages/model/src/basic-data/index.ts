import { contract } from './contract.ts';
import { contractPayment } from './contract-payment.ts';
import { donationCategory } from './donation-category.ts';
import { energyItem } from './energy-item.ts';
import { energyReading } from './energy-reading.ts';
import { institution } from './institution.ts';
import { jobPosition } from './job-position.ts';
import { maintenanceCategory } from './maintenance-category.ts';
import { provider } from './provider.ts';
import { staffMember } from './staff-member.ts';
import { staffPaper } from './staff-paper.ts';

/** The area's resources; what a row points to stands before it. */
export const basicData = [
  institution,
  jobPosition,
  staffMember,
  staffPaper,
  provider,
  donationCategory,
  maintenanceCategory,
  energyItem,
  energyReading,
  contract,
  contractPayment,
] as const;

export * from './contract.ts';
export * from './contract-payment.ts';
export * from './donation-category.ts';
export * from './energy-item.ts';
export * from './energy-reading.ts';
export * from './institution.ts';
export * from './job-position.ts';
export * from './licences.ts';
export * from './maintenance-category.ts';
export * from './paper-kinds.ts';
export * from './provider.ts';
export * from './staff-member.ts';
export * from './staff-paper.ts';
