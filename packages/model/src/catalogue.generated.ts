// Made from the definitions by `npm run catalogue`; not edited by hand.

export const entries = {
  abnormalRule: {
    title: '异常规则', en: 'Abnormal rules', display: 'name',
    wire: { service: 'AbnormalRules', entity: 'AbnormalRule', calls: { list: 'GetAll', edit: 'GetAbnormalRuleForEdit' } },
  },
  abnormalCase: {
    title: '异常数据', en: 'Abnormal data', display: 'finding',
    wire: { service: 'AbnormalData', entity: 'AbnormalData', calls: { list: 'GetAll', edit: 'GetAbnormalDataForEdit' } },
  },
  remindMessage: {
    title: '提醒消息', en: 'Remind messages', display: 'title',
    wire: { service: 'XYJ_Watch_remindMessages', entity: 'XYJ_Watch_remindMessage', calls: { list: 'GetAll', edit: 'GetXYJ_Watch_remindMessageForEdit' } },
  },
  sosRecord: {
    title: '求助记录', en: 'SOS records', display: 'calledAt',
    wire: { service: 'SOS_Records', entity: 'SOS_Record', calls: { list: 'GetAll', edit: 'GetSOS_RecordForEdit' } },
  },
  alarmPolicy: {
    title: '告警升级策略', en: 'Escalation policies', display: 'name',
    wire: { service: 'AlarmPolicys', entity: 'AlarmPolicy', calls: { list: 'GetAll', edit: 'GetAlarmPolicyForEdit' } },
  },
  alarmNotice: {
    title: '告警通知记录', en: 'Alarm notices', display: 'receiver',
    wire: { service: 'AlarmNotices', entity: 'AlarmNotice', calls: { list: 'GetAll' } },
  },
  caseContact: {
    title: '联系记录', en: 'Contacts', display: 'outcome',
    wire: { service: 'CaseContacts', entity: 'CaseContact', calls: { list: 'GetAll', edit: 'GetCaseContactForEdit' } },
  },
  institution: {
    title: '机构信息', en: 'Institutions', display: 'name', hasDetail: true,
    wire: { service: 'OrganizationInfos', entity: 'OrganizationInfo', calls: { list: 'GetAll', edit: 'GetOrganizationInfoForEdit' } },
  },
  jobPosition: {
    title: '岗位信息', en: 'Positions', display: 'name',
    wire: { service: 'Positions', entity: 'Position', calls: { list: 'GetAll', edit: 'GetPositionForEdit' } },
  },
  staffMember: {
    title: '人员信息', en: 'Staff', display: 'name', hasDetail: true,
    wire: { service: 'PersonInfos', entity: 'PersonInfo', calls: { list: 'GetAll', edit: 'GetPersonInfoForEdit' } },
  },
  staffPaper: {
    title: '证件资料', en: 'Staff papers', display: 'number',
    wire: { service: 'StaffPapers', entity: 'StaffPaper', calls: { list: 'GetAll', edit: 'GetStaffPaperForEdit' } },
  },
  provider: {
    title: '服务商档案', en: 'Providers', display: 'name', hasDetail: true,
    wire: { service: 'ProviderArchives', entity: 'ProviderArchive', calls: { list: 'GetAll', edit: 'GetProviderArchiveForEdit' } },
  },
  donationCategory: {
    title: '捐赠类别', en: 'Donation categories', display: 'name',
    wire: { service: 'DonationCategories', entity: 'DonationCategory', calls: { list: 'GetAll', edit: 'GetDonationCategoryForEdit' } },
  },
  maintenanceCategory: {
    title: '维修类别', en: 'Maintenance categories', display: 'name',
    wire: { service: 'MaintenanceCategories', entity: 'MaintenanceCategory', calls: { list: 'GetAll', edit: 'GetMaintenanceCategoryForEdit' } },
  },
  energyItem: {
    title: '能源与电信', en: 'Energy and telecom', display: 'name', hasDetail: true,
    wire: { service: 'EnergyTelecoms', entity: 'EnergyTelecom', calls: { list: 'GetAll', edit: 'GetEnergyTelecomForEdit' } },
  },
  energyReading: {
    title: '抄表记录', en: 'Meter readings', display: 'readOn',
    wire: { service: 'EnergyReadings', entity: 'EnergyReading', calls: { list: 'GetAll' } },
  },
  contract: {
    title: '合同', en: 'Contracts', display: 'contractNo', hasDetail: true,
    wire: { service: 'XYJ_Contract', entity: 'XYJ_Contract', calls: { list: 'GetAll', edit: 'GetXYJ_ContractForEdit' } },
  },
  contractPayment: {
    title: '付款计划', en: 'Payments of contracts', display: 'dueOn',
    wire: { service: 'XYJ_ContractPayment', entity: 'XYJ_ContractPayment', calls: {} },
  },
  serviceAppointment: {
    title: '预约管理', en: 'Appointments', display: 'appointmentNo', hasDetail: true,
    wire: { service: 'XYJ_Appointments', entity: 'XYJ_Appointment', calls: { list: 'GetAll', edit: 'GetXYJ_AppointmentForEdit' } },
  },
  outpatientAppointment: {
    title: '门诊预约', en: 'Outpatient bookings', display: 'appointmentNo', hasDetail: true,
    wire: { service: 'XYJ_OutpatientAppointment', entity: 'XYJ_OutpatientAppointment', calls: { list: 'GetAll', edit: 'GetXYJ_OutpatientAppointmentForEdit' } },
  },
  escortBooking: {
    title: '陪诊预约', en: 'Escort bookings', display: 'appointmentNo', hasDetail: true,
    wire: { service: 'AccompanyingAppointment', entity: 'AccompanyingAppointment', calls: { list: 'GetAll', edit: 'GetAccompanyingAppointmentForEdit' } },
  },
  healthService: {
    title: '健康服务项目', en: 'Health services', display: 'title',
    wire: { service: 'HealthServices', entity: 'HealthServices', calls: { list: 'GetAll', edit: 'GetHealthServicesForEdit' } },
  },
  healthServiceBooking: {
    title: '健康服务预约', en: 'Health service bookings', display: 'appointmentNo', hasDetail: true,
    wire: { service: 'HealthServicesAppointmentRecord', entity: 'HealthServicesAppointmentRecord', calls: { list: 'GetAll', edit: 'GetHealthServicesAppointmentRecordForEdit' } },
  },
  calendarYear: {
    title: '工作日历', en: 'Work calendar', display: 'notice',
    wire: { service: 'WorkCalendar', entity: 'CalendarYear', calls: { list: 'GetAll', edit: 'GetCalendarYearForEdit' } },
  },
  knowingChannel: {
    title: '了解渠道', en: 'Knowing channels', display: 'name',
    wire: { service: 'Knowing_channel', entity: 'Knowing_channel', calls: { list: 'GetAll', edit: 'GetKnowing_channelForEdit' } },
  },
  client: {
    title: '客户', en: 'Clients', display: 'name',
    wire: { service: 'C_client', entity: 'C_client', calls: { paged: 'GetPagedAll', edit: 'GetC_clientForEdit' } },
  },
  guardianContact: {
    title: '监护人与联系人', en: 'Guardians and contacts', display: 'name',
    wire: { service: 'C_contact', entity: 'C_contact', calls: { list: 'GetAll', edit: 'GetC_contactForEdit' } },
  },
  clientSuggestion: {
    title: '客户建议', en: 'Suggestions', display: 'title', hasDetail: true,
    wire: { service: 'ClientSuggestion', entity: 'ClientSuggestion', calls: { paged: 'GetPagedAll', get: 'Get' } },
  },
  family: {
    title: '家庭档案', en: 'Families', display: 'familyName', hasDetail: true,
    wire: { service: 'XYJ_FamilyInfo', entity: 'XYJ_FamilyInfo', calls: { list: 'GetAll', edit: 'GetXYJ_FamilyInfoForEdit' } },
  },
  familyMember: {
    title: '家庭成员', en: 'Family members', display: 'client',
    wire: { service: 'ClientFamily', entity: 'ClientFamily', calls: { list: 'GetAll', edit: 'GetClientFamilyForEdit' } },
  },
  deviceType: {
    title: '设备类型', en: 'Device types', display: 'typeName', hasDetail: true,
    wire: { service: 'DevicesType', entity: 'DevicesType', calls: { list: 'GetAll', edit: 'GetDevicesTypeForEdit' } },
  },
  deviceProduct: {
    title: '设备产品', en: 'Device products', display: 'productName', hasDetail: true,
    wire: { service: 'DeviceProduct', entity: 'DeviceProduct', calls: { list: 'GetAll', edit: 'GetDeviceProductForEdit' } },
  },
  device: {
    title: '设备管理', en: 'Devices', display: 'imei',
    wire: { service: 'Devices', entity: 'Device', calls: { list: 'GetAll', edit: 'GetDeviceForEdit' } },
  },
  deviceBinding: {
    title: '设备绑定', en: 'Device bindings', display: 'boundAt', hasDetail: true,
    wire: { service: 'Device_binds', entity: 'Device_bind', calls: { list: 'GetAll', edit: 'GetDevice_bindForEdit' } },
  },
  deviceAttribute: {
    title: '设备属性参数', en: 'Device attributes', display: 'version',
    wire: { service: 'DEVICE_ATTRIBUTEs', entity: 'DEVICE_ATTRIBUTE', calls: {} },
  },
  deviceCommand: {
    title: '设备指令', en: 'Device commands', display: 'command', hasDetail: true,
    wire: { service: 'DeviceCommands', entity: 'DeviceCommand', calls: { list: 'GetAll' } },
  },
  childDevice: {
    title: '子设备绑定', en: 'Sub-device bindings', display: 'childImei',
    wire: { service: 'child_device_bind', entity: 'child_device_bind', calls: { list: 'GetAll' } },
  },
  devicePurchase: {
    title: '设备购买记录', en: 'Device purchases', display: 'buyerName',
    wire: { service: 'device_buy', entity: 'device_buy', calls: { list: 'GetAll' } },
  },
  dictionaryType: {
    title: '字典类型', en: 'Dictionary types', display: 'typeName',
    wire: { service: 'Dictionary_type', entity: 'Dictionary_type', calls: { list: 'GetAll', edit: 'GetDictionary_typeForEdit' } },
  },
  dictionaryEntry: {
    title: '字典条目', en: 'Dictionary entries', display: 'name',
    wire: { service: 'Dictionary', entity: 'Dictionary', calls: { list: 'GetAll' } },
  },
  commonDictionary: {
    title: '公共字典', en: 'Common dictionaries', display: 'name',
    wire: { service: 'CommonDictionarys', entity: 'CommonDictionary', calls: { list: 'GetAll', edit: 'GetCommonDictionaryForEdit' } },
  },
  dutyType: {
    title: '值班与排班类型', en: 'Duty types', display: 'name',
    wire: { service: 'DutyTypes', entity: 'DutyType', calls: { list: 'GetAll', edit: 'GetDutyTypeForEdit' } },
  },
  rosterPerson: {
    title: '排班人员', en: 'Staff for the roster', display: 'user',
    wire: { service: 'DutyPerson', entity: 'DutyPerson', calls: { paged: 'GetPagedAll' } },
  },
  shift: {
    title: '值班人员', en: 'Persons on duty', display: 'holderName',
    wire: { service: 'DutyPersons', entity: 'DutyPerson', calls: { list: 'GetAll', edit: 'GetDutyPersonForEdit' } },
  },
  dutyHandover: {
    title: '交接班', en: 'Hand-overs', display: 'handoverNo', hasDetail: true,
    wire: { service: 'DutyHandovers', entity: 'DutyHandover', calls: { list: 'GetAll', edit: 'Get' } },
  },
  handoverItem: {
    title: '交接事项', en: 'Matters handed over', display: 'finding',
    wire: { service: 'DutyHandoverItems', entity: 'DutyHandoverItem', calls: { list: 'GetAll', edit: 'GetDutyHandoverItemForEdit' } },
  },
  healthEducation: {
    title: '健康教育', en: 'Health education', display: 'title', hasDetail: true,
    wire: { service: 'HealthEducation', entity: 'HealthEducation', calls: { list: 'GetAll', edit: 'GetHealthEducationForEdit' } },
  },
  educationEnrolment: {
    title: '健康教育报名', en: 'Enrolment in health education', display: 'enrolNo',
    wire: { service: 'HealthEducationEnroll', entity: 'HealthEducationEnroll', calls: { list: 'GetAll', edit: 'GetHealthEducationEnrollForEdit' } },
  },
  building: {
    title: '楼栋信息', en: 'Buildings', display: 'name', hasDetail: true,
    wire: { service: 'Buildings', entity: 'Building', calls: { list: 'GetAll', edit: 'GetBuildingForEdit' } },
  },
  roomType: {
    title: '房型信息', en: 'Room types', display: 'name', hasDetail: true,
    wire: { service: 'RoomTypes', entity: 'RoomType', calls: { list: 'GetAll', edit: 'GetRoomTypeForEdit' } },
  },
  room: {
    title: '房间信息', en: 'Rooms', display: 'name', hasDetail: true,
    wire: { service: 'Rooms', entity: 'Room', calls: { list: 'GetAll', edit: 'GetRoomForEdit' } },
  },
  bed: {
    title: '床位信息', en: 'Beds', display: 'name', hasDetail: true,
    wire: { service: 'Beds', entity: 'Bed', calls: { list: 'GetAll', edit: 'GetBedForEdit' } },
  },
  bedStay: {
    title: '床位入住记录', en: 'Stays in beds', display: 'client',
    wire: { service: 'BedStays', entity: 'BedStay', calls: { list: 'GetAll', view: 'GetBedStayForView' } },
  },
  roomFee: {
    title: '房间费用', en: 'Room fees', display: 'feeName',
    wire: { service: 'RoomFees', entity: 'RoomFee', calls: { list: 'GetAll', edit: 'GetRoomFeeForEdit' } },
  },
  activityType: {
    title: '活动类型', en: 'Activity types', display: 'name',
    wire: { service: 'ActivityTypes', entity: 'ActivityType', calls: { list: 'GetAll', edit: 'GetActivityTypeForEdit' } },
  },
  activityRoom: {
    title: '活动室', en: 'Activity rooms', display: 'name', hasDetail: true,
    wire: { service: 'ActivityRooms', entity: 'ActivityRoom', calls: { list: 'GetAll', edit: 'GetActivityRoomForEdit' } },
  },
  activityRoomBooking: {
    title: '活动室预订', en: 'Bookings of activity rooms', display: 'title',
    wire: { service: 'ActivityRoomBookings', entity: 'ActivityRoomBooking', calls: { list: 'GetAll', edit: 'GetActivityRoomBookingForEdit' } },
  },
  ingestSource: {
    title: '数据接入源', en: 'Ingest sources', display: 'sourceName',
    wire: { service: 'IngestSources', entity: 'IngestSource', calls: { list: 'GetAll', edit: 'GetIngestSourceForEdit' } },
  },
  quarantinedReading: {
    title: '隔离数据', en: 'Quarantined readings', display: 'imei',
    wire: { service: 'IngestQuarantines', entity: 'IngestQuarantine', calls: { list: 'GetAll' } },
  },
  bloodPressureReading: {
    title: '血压', en: 'Blood pressure', display: 'measuredAt',
    wire: { service: 'Watch_bps', entity: 'Watch_bp', calls: { list: 'GetAll', edit: 'GetWatch_bpForEdit' } },
  },
  heartRateReading: {
    title: '心率', en: 'Heart rate', display: 'measuredAt',
    wire: { service: 'Watch_hearts', entity: 'Watch_heart', calls: { list: 'GetAll', edit: 'GetWatch_heartForEdit' } },
  },
  bloodGlucoseReading: {
    title: '血糖', en: 'Blood sugar', display: 'measuredAt',
    wire: { service: 'Watch_bloodSugars', entity: 'Watch_bloodSugar', calls: { list: 'GetAll', edit: 'GetWatch_bloodSugarForEdit' } },
  },
  oxygenSaturationReading: {
    title: '血氧', en: 'Blood oxygen', display: 'measuredAt',
    wire: { service: 'Watch_spo2s', entity: 'Watch_spo2', calls: { list: 'GetAll', edit: 'GetWatch_spo2ForEdit' } },
  },
  temperatureReading: {
    title: '体温', en: 'Body temperature', display: 'measuredAt',
    wire: { service: 'Watch_temperatures', entity: 'Watch_temperature', calls: { list: 'GetAll', edit: 'GetWatch_temperatureForEdit' } },
  },
  stepCount: {
    title: '步数', en: 'Steps', display: 'walkedOn',
    wire: { service: 'Watch_walks', entity: 'Watch_walk', calls: { list: 'GetAll' } },
  },
  mattressSleepReport: {
    title: '睡眠报告', en: 'Sleep reports', display: 'reportOn',
    wire: { service: 'xyjMattress_sleepReports', entity: 'xyjMattress_sleepReport', calls: { list: 'GetAll' } },
  },
  uricAcidReading: {
    title: '尿酸', en: 'Uric acid', display: 'measuredAt',
    wire: { service: 'XYJ_UricAcid', entity: 'XYJ_UricAcid', calls: { list: 'GetAll', edit: 'GetXYJ_UricAcidForEdit' } },
  },
  bloodLipidReading: {
    title: '血脂', en: 'Blood lipid', display: 'measuredAt',
    wire: { service: 'XYJ_BloodLipid', entity: 'XYJ_BloodLipid', calls: { list: 'GetAll', edit: 'GetXYJ_BloodLipidForEdit' } },
  },
  ketoneReading: {
    title: '血酮', en: 'Ketone', display: 'measuredAt',
    wire: { service: 'XYJ_Ketone', entity: 'XYJ_Ketone', calls: { list: 'GetAll', edit: 'GetXYJ_KetoneForEdit' } },
  },
  bodyCompositionReading: {
    title: '体脂', en: 'Body fat', display: 'measuredAt',
    wire: { service: 'XYJ_BodyFatScaless', entity: 'XYJ_BodyFatScales', calls: { list: 'GetAll', edit: 'GetXYJ_BodyFatScalesForEdit' } },
  },
  bodyMeasurement: {
    title: '围度（皮尺）', en: 'Body measurements', display: 'measuredAt',
    wire: { service: 'XYJ_LeatherRuler', entity: 'XYJ_LeatherRuler', calls: { list: 'GetAll', edit: 'GetXYJ_LeatherRulerForEdit' } },
  },
  brushingSession: {
    title: '智能牙刷', en: 'Toothbrush', display: 'measuredAt',
    wire: { service: 'XYJ_YSs', entity: 'XYJ_YS', calls: { list: 'GetAll' } },
  },
  waterIntake: {
    title: '智能水杯', en: 'Water cup', display: 'measuredAt',
    wire: { service: 'XYJ_SBs', entity: 'XYJ_SB', calls: { list: 'GetAll' } },
  },
  locationReading: {
    title: '定位', en: 'Locations', display: 'measuredAt',
    wire: { service: 'Watch_locations', entity: 'Watch_location', calls: { list: 'GetAll' } },
  },
  organizationUnit: {
    title: '组织机构', en: 'Organisation units', display: 'displayName',
    wire: { service: 'OrganizationUnit', entity: 'OrganizationUnit', calls: {} },
  },
  role: {
    title: '角色', en: 'Roles', display: 'displayName',
    wire: { service: 'Role', entity: 'Role', calls: {} },
  },
  user: {
    title: '用户', en: 'Users', display: 'fullName',
    wire: { service: 'User', entity: 'User', calls: {} },
  },
  careTeam: {
    title: '医生团队', en: 'Care teams', display: 'name', hasDetail: true,
    wire: { service: 'YS_ZLXZs', entity: 'YS_ZLXZ', calls: { list: 'GetAll', edit: 'GetYS_ZLXZForEdit' } },
  },
  careTeamMember: {
    title: '团队成员', en: 'Members of care teams', display: 'user',
    wire: { service: 'XYJ_DoctorUserTeam', entity: 'XYJ_DoctorUserTeam', calls: {} },
  },
  outgoingMessage: {
    title: '消息发件箱', en: 'Outgoing messages', display: 'recipient',
    wire: { service: 'OutgoingMessages', entity: 'OutgoingMessage', calls: { list: 'GetAll' } },
  },
  reportTemplate: {
    title: '报告模板', en: 'Report templates', display: 'name',
    wire: { service: 'ReportTemplates', entity: 'ReportTemplate', calls: { list: 'GetAll', edit: 'GetReportTemplateForEdit' } },
  },
  gzhSetting: {
    title: '公众号设置', en: 'Official account', display: 'accountName',
    wire: { service: 'GzhSetting', entity: 'GzhSetting', calls: { edit: 'GetGzhSettingForEdit' } },
  },
  gzhTemplate: {
    title: '公众号消息模板', en: 'Official account templates', display: 'event',
    wire: { service: 'GzhTemplate', entity: 'GzhTemplate', calls: { paged: 'GetPagedAll', get: 'Get' } },
  },
  clientConsent: {
    title: '知情同意与授权', en: 'Consents', display: 'kind', hasDetail: true,
    wire: { service: 'ClientConsent', entity: 'ClientConsent', calls: { paged: 'GetPagedAll', get: 'Get' } },
  },
  sensitiveAccessLog: {
    title: '敏感访问记录', en: 'Access log', display: 'lookedAt',
    wire: { service: 'SensitiveAccessLog', entity: 'SensitiveAccessLog', calls: { paged: 'GetPagedAll' } },
  },
  accessAlert: {
    title: '异常访问告警', en: 'Access alerts', display: 'startedAt',
    wire: { service: 'AccessAlerts', entity: 'AccessAlert', calls: { list: 'GetAll', get: 'Get' } },
  },
  expert: {
    title: '专家资源', en: 'Experts', display: 'name', hasDetail: true,
    wire: { service: 'XYJ_ExpertResources', entity: 'XYJ_ExpertResource', calls: { list: 'GetAll', edit: 'GetXYJ_ExpertResourceForEdit' } },
  },
  staffApplication: {
    title: '健康管理人员审核', en: 'Applications of staff', display: 'name',
    wire: { service: 'wcmp_users', entity: 'wcmp_user', calls: { list: 'GetAll', edit: 'Getwcmp_userForEdit' } },
  },
  staffProfile: {
    title: '员工代码', en: 'Staff codes', display: 'name', hasDetail: true,
    wire: { service: 'GY_YGDMs', entity: 'GY_YGDM', calls: { list: 'GetAll', edit: 'GetGY_YGDMForEdit' } },
  },
  volunteer: {
    title: '志愿者管理', en: 'Volunteers', display: 'name',
    wire: { service: 'XYJ_Volunteer', entity: 'XYJ_Volunteer', calls: { list: 'GetAll', edit: 'GetXYJ_VolunteerForEdit' } },
  },
  tag: {
    title: '标签', en: 'Tags', display: 'name',
    wire: { service: 'TagLibrary', entity: 'Tag', calls: { paged: 'GetPagedAll', get: 'Get' } },
  },
  clientTag: {
    title: '客户标签', en: 'Tags of clients', display: 'tag',
    wire: { service: 'ClientTag', entity: 'ClientTag', calls: { list: 'GetAll' } },
  },
  healthTeamRole: {
    title: '健康团队角色', en: 'Health team roles', display: 'name',
    wire: { service: 'HealthTeamRole', entity: 'HealthTeamRole', calls: { list: 'GetAll', edit: 'Get' } },
  },
  clientTeamMember: {
    title: '客户健康团队', en: 'Health teams of clients', display: 'user',
    wire: { service: 'HealthTeamUser', entity: 'HealthTeamUser', calls: { list: 'GetAll', edit: 'Get' } },
  },
  doctorAgreement: {
    title: '医生签约', en: 'Contracts with doctors', display: 'agreementNo', hasDetail: true,
    wire: { service: 'DoctorSign', entity: 'DoctorSign', calls: { list: 'GetPagedAll', edit: 'Get' } },
  },
} as const;
