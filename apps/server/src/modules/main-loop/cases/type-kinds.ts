export const kindOfType: Readonly<
  Record<string, 'bp' | 'heart' | 'spo2' | 'bloodSugar' | 'temperature' | 'uricAcid' | 'bloodLipid' | 'ketone'>
> = {
  bpHigh: 'bp',
  bpLow: 'bp',
  bpNight: 'bp',
  heartFast: 'heart',
  heartSlow: 'heart',
  rhythm: 'heart',
  spo2Low: 'spo2',
  spo2High: 'spo2',
  sugarHigh: 'bloodSugar',
  sugarLow: 'bloodSugar',
  tempHigh: 'temperature',
  tempLow: 'temperature',
  uricHigh: 'uricAcid',
  lipid: 'bloodLipid',
  ketone: 'ketone',
};
