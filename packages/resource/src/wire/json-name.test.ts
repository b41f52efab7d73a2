import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Members, text } from '../index.ts';
import { jsonKeyOf, jsonName, wireNameOf } from './json-name.ts';

test.each([
  ['TO_TIME', 'tO_TIME'],
  ['ABNORMAL_DIA', 'abnormaL_DIA'],
  ['USERID', 'userid'],
  ['XYJ_CorporateDepartment', 'xyJ_CorporateDepartment'],
  ['Hec_ExpandFields1', 'hec_ExpandFields1'],
  ['User_Info', 'user_Info'],
  ['First_HouseholderName', 'first_HouseholderName'],
  ['DEVICE_ATTRIBUTE', 'devicE_ATTRIBUTE'],
  ['WATCHE_MONITORVITALSIGNS_DETAILS', 'watchE_MONITORVITALSIGNS_DETAILS'],
  ['RETURN_VISIT_RECORD_DETAILS', 'returN_VISIT_RECORD_DETAILS'],
  ['SOS_Record', 'soS_Record'],
  ['GY_YGDM', 'gY_YGDM'],
  ['YS_ZLXZ', 'yS_ZLXZ'],
  ['C_client', 'c_client'],
  ['XYJ_YS', 'xyJ_YS'],
  ['XYJ_SB', 'xyJ_SB'],
  ['Electronic_fence', 'electronic_fence'],
  ['XyjSell_WatchOrder', 'xyjSell_WatchOrder'],
  ['XYJSurvey_QuestionnaireDesign', 'xyjSurvey_QuestionnaireDesign'],
  ['XYJ_Watch_remindMessage', 'xyJ_Watch_remindMessage'],
  ['ID_Patient', 'iD_Patient'],
  ['IMEI', 'imei'],
  ['ID', 'id'],
  ['QRCodeUrl', 'qrCodeUrl'],
  ['LDL_C', 'ldL_C'],
  ['HbA1c', 'hbA1c'],
  ['SpO2', 'spO2'],
  ['', ''],
  ['a', 'a'],
  ['A', 'a'],
  ['type_code', 'type_code'],
  ['_X', '_X'],
  ['1A', '1A'],
  ['A1', 'a1'],
  ['AB1', 'aB1'],
  ['ABC', 'abc'],
  ['ÄÖx', 'äÖx'],
  ['名称', '名称'],
])('%s travels as %s', (server, wire) => expect(jsonName(server)).toBe(wire));

/** The rule as its steps are written down, implemented differently. */
function bySteps(name: string): string {
  const upper = (at: number): boolean => /\p{Lu}/u.test(name[at] ?? '');
  if (name === '' || !upper(0)) return name;
  if (!upper(1)) return name.charAt(0).toLowerCase() + name.slice(1);
  let end = 0;
  while (upper(end)) end += 1;
  const lowered = end === name.length ? end : Math.max(1, end - 1);
  return name.slice(0, lowered).toLowerCase() + name.slice(lowered);
}

const names = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,12}$/);

test('it is the rule, for any name', () => {
  fc.assert(
    fc.property(names, (name) => {
      expect(jsonName(name)).toBe(bySteps(name));
      expect(jsonName(name).toLowerCase()).toBe(name.toLowerCase());
      expect(jsonName(jsonName(name))).toBe(jsonName(name));
    }),
    { numRuns: 1000 },
  );
});

// JSON spellings of fields and server spellings of entities, taken once from the documents.
const fields = `
  ID_Patient ServiceContentId abnormaL_DIA abnormaL_LEVEL abnormaL_TYPE abnormaL_VALUE adminPassword2 allowance arriveTime bP_INTERVAL base_imei bmr brand buyerPhone called120
  cancelReason certificate_no checkInTime client_id crowd_type dep_01 disability expandFields1 expandFields6 fifth_CompletionTime fifth_Performance first_Address first_Community
  first_CompletionTime first_HouseholderName first_Performance first_Phone first_Street first_VillageGroup form_type fourth_CompletionTime fourth_Performance froM_TIME handlerUserId
  hba1c hearT_INTERVAL hec_City hec_County hec_ExpandFields1 hec_IsFever hec_IsVisited hec_Name hec_Phone hec_Temperature hec_VisitDate hec_VisitPlace hfpc_flag hostAddress
  iD_Patient inspection_time introduction ipAllow is_child_study is_common_from is_fever is_go is_touch itemName knowingChannelId lasT_TIME lastExamDate lastStateTime last_time
  ledger_id location_time maxAnswers measure_time monitor_time needPhoto next_inspection_time next_visite_time normaL_RANGE orderGuid outpatientTime packageCode packageMd5 payMethod
  peaK_VALUE phone2 placeholder plan_time postCode rater2Id receive_time rentMonths report_date reverseOfId riskLevel roleInTeam scopeIds second_CompletionTime second_Performance
  serviceMinutes service_items_id sha256 sourceId spo2 spo2Interval streakSteps summary_date surfaceTemperature surname tO_TIME targets thirdly_CompletionTime thirdly_Performance
  timezone toWarehouseId totalEarned type_code type_name uploaD_INTERVAL uricAcid validMode visit_time visit_way walk_date weaR_STATE worK_MODE
`
  .trim()
  .split(/\s+/);
const entities = `
  C_client C_contact DEVICE_ATTRIBUTE Device_bind Dictionary_type Electronic_fence Electronic_fence_event GY_YGDM Knowing_channel RETURN_VISIT_RECORD_DETAILS SOS_Record User_info
  WATCHE_MONITORVITALSIGNS WATCHE_MONITORVITALSIGNS_DETAILS Watch_active Watch_bf Watch_bloodSugar Watch_bp Watch_bs Watch_data Watch_day_summary Watch_heart Watch_location
  Watch_param Watch_spo2 Watch_temperature Watch_traceability Watch_walk Watch_weight XYJSurver_QuestionAnswer XYJSurvey_AnswerSheet XYJSurvey_Publish XYJSurvey_Questionnaire
  XYJSurvey_QuestionnaireDesign XYJ_Appointment XYJ_AssessmentResultFile XYJ_BloodLipid XYJ_BodyFatScales XYJ_Contract XYJ_CorporateDepartment XYJ_CorporateDeviceBind
  XYJ_CorporateDoctorUser XYJ_CorporateInfo XYJ_CorporateUser XYJ_DoctorInspection XYJ_DoctorUserTeam XYJ_ExamintionResultFile XYJ_ExamintionResultInfo XYJ_ExpertResource
  XYJ_FamilyInfo XYJ_InRepertory XYJ_Ketone XYJ_LeatherRuler XYJ_Ledger XYJ_OutRepertory XYJ_OutpatientAppointment XYJ_ReminderInfo XYJ_Repertory XYJ_ReturnTable XYJ_SB
  XYJ_ServicePackage XYJ_ServicePackageContents XYJ_StockCheck XYJ_StockMovement XYJ_Update XYJ_UricAcid XYJ_UserServicePackage XYJ_UserServicePackageDetail
  XYJ_UserServicePackageDetailFile XYJ_UserServicePackageType XYJ_UserServiceStatus XYJ_User_HealthCatalog XYJ_User_HealthCatalogAnswer XYJ_User_HealthHistory
  XYJ_User_HealthHistoryCatalog XYJ_VideoRoom XYJ_VideoUserInRoom XYJ_VideoUserTenant XYJ_Volunteer XYJ_Warehouse XYJ_Watch_MonthReport XYJ_Watch_WeekReport XYJ_Watch_remindMessage
  XYJ_YS XyjSell_CardManagement XyjSell_CashPledge XyjSell_DivideInto XyjSell_DivideIntoRule XyjSell_PersonnelBasicInformation XyjSell_PotentialClientFollow XyjSell_PotentialClients
  XyjSell_Results XyjSell_SalesTask XyjSell_WatchOrder Xyj_Order Xyj_OrderDelivery Xyj_OrderPayment Xyj_OrderRefund YS_ZLXZ child_device_bind device_buy service_items wcmp_advisory
  wcmp_advisory_type wcmp_attribution wcmp_call_customer wcmp_call_operator wcmp_call_type wcmp_community_manage wcmp_service_cycle wcmp_service_dispatch wcmp_service_dispatchDetails
  wcmp_service_order wcmp_service_schedule wcmp_service_type wcmp_softphone_setting wcmp_traffic_record wcmp_user wcmp_user_doctors xyjMattress_sleepReport
`
  .trim()
  .split(/\s+/);

/** Server spellings that the rule turns into a JSON spelling. */
const serverNamesOf = (json: string): readonly string[] =>
  Array.from({ length: json.length + 1 }, (_, at) => json.slice(0, at).toUpperCase() + json.slice(at)).filter(
    (server) => jsonName(server) === json,
  );

describe('the names of the documents', () => {
  test('are many', () => expect(fields.length + entities.length).toBeGreaterThan(200));

  test.each(fields.map((name) => jsonName(name)))('%s has a server spelling and binds in every spelling', (json) => {
    const servers = serverNamesOf(json);
    expect(servers.length).toBeGreaterThan(0);
    for (const server of servers) {
      const field = text({ label: 'x', wire: server });
      expect(jsonKeyOf('own', field)).toBe(json);
      for (const spelling of [json, server, server.toLowerCase(), server.toUpperCase()])
        expect(Members.of({ [spelling]: 7 }).get(wireNameOf('own', field))).toBe(7);
    }
  });

  test.each(entities)('%s makes a wrapper that is found again', (entity) => {
    expect(jsonName(entity)).toBe(bySteps(entity));
    expect(serverNamesOf(jsonName(entity))).toContain(/^\p{Lu}/u.test(entity) ? entity : jsonName(entity));
  });
});

test('without a wire name the own one travels', () => {
  expect(wireNameOf('appointedAt', text({ label: 'x' }))).toBe('AppointedAt');
  expect(jsonKeyOf('appointedAt', text({ label: 'x' }))).toBe('appointedAt');
  expect(jsonKeyOf('spO2', text({ label: 'x' }))).toBe('spO2');
});
