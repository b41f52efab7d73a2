/** A notice of the General Office of the State Council: the first and last day of each holiday, and the workdays. */
interface Notice {
  readonly number: string;
  readonly holidays: readonly (readonly [name: string, from: string, to: string])[];
  readonly workdays: readonly string[];
}

/** Facts of the notices, written down independently of what seeds the product. */
export const notices: Readonly<Record<number, Notice>> = {
  2024: {
    number: '国办发明电〔2023〕7号',
    holidays: [
      ['元旦', '01-01', '01-01'],
      ['春节', '02-10', '02-17'],
      ['清明节', '04-04', '04-06'],
      ['劳动节', '05-01', '05-05'],
      ['端午节', '06-10', '06-10'],
      ['中秋节', '09-15', '09-17'],
      ['国庆节', '10-01', '10-07'],
    ],
    workdays: ['02-04', '02-18', '04-07', '04-28', '05-11', '09-14', '09-29', '10-12'],
  },
  2025: {
    number: '国办发明电〔2024〕12号',
    holidays: [
      ['元旦', '01-01', '01-01'],
      ['春节', '01-28', '02-04'],
      ['清明节', '04-04', '04-06'],
      ['劳动节', '05-01', '05-05'],
      ['端午节', '05-31', '06-02'],
      ['国庆节', '10-01', '10-08'],
    ],
    workdays: ['01-26', '02-08', '04-27', '09-28', '10-11'],
  },
  2026: {
    number: '国办发明电〔2025〕7号',
    holidays: [
      ['元旦', '01-01', '01-03'],
      ['春节', '02-15', '02-23'],
      ['清明节', '04-04', '04-06'],
      ['劳动节', '05-01', '05-05'],
      ['端午节', '06-19', '06-21'],
      ['中秋节', '09-25', '09-27'],
      ['国庆节', '10-01', '10-07'],
    ],
    workdays: ['01-04', '02-14', '02-28', '05-09', '09-20', '10-10'],
  },
};
