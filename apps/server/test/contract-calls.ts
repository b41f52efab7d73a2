/** A call as the specification names it. */
export interface WantedCall {
  readonly verb: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
}

const usual = (service: string, entity: string): string =>
  `GET ${service}/GetAll\nGET ${service}/Get${entity}ForEdit\nPOST ${service}/CreateOrEdit\nDELETE ${service}/Delete`;
const kinds = [
  'Watch_bps',
  'Watch_hearts',
  'Watch_bloodSugars',
  'Watch_spo2s',
  'Watch_walks',
  'xyjMattress_sleepReports',
  'XYJ_UricAcid',
  'XYJ_YSs',
  'XYJ_SBs',
  'XYJ_BodyFatScaless',
  'XYJ_LeatherRuler',
  'XYJ_BloodLipid',
  'XYJ_Ketone',
];
const statistics = kinds
  .map((service) => `GET ${service}/GetAll\nGET ${service}/GetList\nGET ${service}/GetStatistics`)
  .join('\n');

const signIn = `
POST /api/TokenAuth/Authenticate
POST Account/IsTenantAvailable
POST Account/Register
GET Session/GetCurrentLoginInformations
GET /AbpUserConfiguration/GetAll
GET Profile/GetPasswordComplexitySetting
POST Profile/ChangeLanguage
POST Profile/ChangePassword
POST Account/SendPasswordResetCode
POST Account/ActivateEmail
POST Account/SwitchToLinkedAccount
GET Profile/GetCurrentUserProfileForEdit
GET Profile/GetProfilePictureById
GET Profile/GetProfilePicture
POST Profile/VerifySmsCode
POST Profile/SendVerificationSms
PUT Profile/UpdateGoogleAuthenticatorKey
PUT Profile/UpdateCurrentUserProfile
GET UserLogin/GetRecentUserLoginAttempts
GET UserLink/GetLinkedUsers
GET UserLink/GetRecentlyUsedLinkedUsers
POST UserLink/LinkToUser
POST UserLink/UnlinkUser`;

const devices = `
GET Device_binds/GetAll
POST Device_binds/CreateOrEdit
DELETE Device_binds/Delete
GET Device_binds/GetAllDtos
GET Device_binds/GetAlldeviceUser
GET DeviceFindOnOff/GetAllOnImei
GET DeviceFindOnOff/GetImeiIsOnLine
POST Device_binds/WatchRemoveBind
GET DEVICE_ATTRIBUTEs/GetWatchBaseParameter
GET DEVICE_ATTRIBUTEs/GetWatchBaseParameter3
GET DEVICE_ATTRIBUTEs/GetWatchBaseParameter2
GET child_device_bind/GetAll
GET device_buy/GetAll
GET Watch_datas/GetAll
GET Watch_datas/GetNewHealthData
GET Tenant/GetTenantByImei`;

const measurements = `
${statistics}
GET Watch_bps/GetTestData
GET Watch_bps/GetAllTestData
GET Watch_bps/GetOneTabData
GET Watch_locations/GetAll
GET Watch_bfs/GetAll
GET Watch_bses/GetAll
GET Watch_weights/GetAll
POST Watch_bps/CreateOrEdit
POST Watch_hearts/CreateOrEdit
POST Watch_bloodSugars/CreateOrEdit
POST XYJ_UricAcid/CreateOrEdit
POST XYJ_BodyFatScaless/CreateOrEdit`;

const alerts = `
GET AbnormalData/GetAll
GET AbnormalData/GetAbnormalDataForEdit
GET AbnormalData/GetAbnormalDataCount
POST AbnormalData/CreateOrEdit
GET XYJ_Watch_remindMessages/GetAll
GET XYJ_Watch_remindMessages/GetXYJ_Watch_remindMessageForEdit
GET SOS_Records/GetAll
GET SOS_Records/GetSOS_RecordForEdit
POST SOS_Records/CreateOrEdit`;

const dictionaries = `
GET Dictionary/GetAll
GET Dictionary/GetDictionaryForView
POST Dictionary/CreateOrEdit
DELETE Dictionary/Delete
${usual('Dictionary_type', 'Dictionary_type')}`;

const clients = `
GET C_client/GetUnionAll
GET C_client/GetPagedAll
GET C_client/GetC_clientForEdit
GET C_client/GetC_clientForSelect
GET C_client/GetHealthHomeData
GET C_client/GetC_clientForView
GET C_client/GetVipUserData
GET C_client/GetclientAndxyj_userAll
POST C_client/CreateOrEdit
POST C_client/CreateOrEditFromCustom
POST C_client/SaveClientAndXYJ_User
POST C_client/CheckUserExist
DELETE C_client/Delete
${usual('C_contact', 'C_contact')}`;

function parse(line: string): WantedCall {
  const [verb = '', path = ''] = line.split(' ');
  return { verb: verb as WantedCall['verb'], path: path.startsWith('/') ? path : `/api/services/app/${path}` };
}

const listed = [signIn, devices, measurements, alerts, dictionaries, clients]
  .join('\n')
  .split('\n')
  .filter((line) => line !== '');

/** Every call that the two specification documents name for the areas that are delivered, each once. */
export const wantedCalls: readonly WantedCall[] = [...new Set(listed)].map(parse);
