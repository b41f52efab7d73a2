/** What the import of client data offers: the resources of each kind by name; none where it is not served yet. */
export const importKinds = {
  client: { label: '客户', en: 'Clients', of: ['client'] },
  contact: { label: '联系人', en: 'Contacts', of: ['guardianContact'] },
  measurement: {
    label: '健康测量数据',
    en: 'Measurements',
    of: [
      'bloodPressureReading',
      'bloodGlucoseReading',
      'heartRateReading',
      'oxygenSaturationReading',
      'temperatureReading',
      'uricAcidReading',
      'bloodLipidReading',
      'ketoneReading',
      'bodyCompositionReading',
      'bodyMeasurement',
    ],
  },
  history: { label: '健康史', en: 'Health history', of: [] },
  exam: { label: '体检结果', en: 'Examination results', of: [] },
  devicebind: { label: '设备绑定', en: 'Device bindings', of: ['deviceBinding'] },
} as const;

export const importPermission = 'Pages.CustomerManage.Import';
