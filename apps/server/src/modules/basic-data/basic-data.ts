import type { ServerModule, Services } from '../../engine/public.ts';
import { approveCall } from './approve-call.ts';
import { donationCategoryCode, jobPositionCode, maintenanceCategoryCode } from './categories.ts';
import { contractCode } from './contracts.ts';
import { energyItemCode, energyReadingCode, energyUsageCall } from './energy.ts';
import { institutionCode, ownInstitutionCall } from './institutions.ts';
import { staffPaperCode } from './papers.ts';
import { meterSheetCall, monthlyCostsCall, saveReadingsCall } from './meter-grid.ts';
import { providerCode, providersForSelectCall } from './providers.ts';
import { staffForSelectCall, staffMemberCode } from './staff.ts';
import { basicDataTexts } from './texts.ts';

export const basicDataModule = (services: Services): ServerModule => ({
  name: 'basic-data',
  texts: [basicDataTexts],
  implementations: [
    institutionCode,
    jobPositionCode,
    staffMemberCode(services),
    staffPaperCode,
    providerCode,
    donationCategoryCode,
    maintenanceCategoryCode,
    energyItemCode,
    energyReadingCode,
    contractCode,
  ],
  calls: [
    ownInstitutionCall,
    staffForSelectCall,
    providersForSelectCall,
    energyUsageCall,
    meterSheetCall,
    saveReadingsCall,
    monthlyCostsCall,
    approveCall,
  ],
});
