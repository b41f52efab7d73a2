import { routesBelow, type RouteEntry } from './route-entry.ts';

/** Questionnaires, examinations, assessments and interventions. */
export const assessmentRoutes: readonly RouteEntry[] = routesBelow('', [
  [
    '/yuqingJK',
    '健康问卷',
    'Health questionnaires',
    {
      permission: 'Pages.HealthQuestionnaire',
      children: [
        ['userManager', '填报人员管理', 'Respondents'],
        ['zzjg', '组织机构', 'Organisation units'],
        ['questionnaire', '问卷管理', 'Questionnaires'],
        ['test', '问卷测试', 'Trial of a questionnaire'],
        ['demos', '问卷示例', 'Examples'],
        ['appointmentRecord', '预约记录', 'Appointments'],
        ['questionnaireDesign', '问卷设计', 'Design'],
        ['reportInquiries', '记录查询', 'Record inquiries'],
        ['questionnaireAnswer', '问卷作答', 'Answer a questionnaire'],
        ['questAnswerDetails', '答卷详情', 'Answers', { hidden: true }],
        ['analysis', '统计分析', 'Analysis'],
        ['userManual', '使用手册', 'Manual'],
        ['mapGetLocation', '地图定位', 'Map positions'],
      ],
    },
  ],
  ['/Examination', '体检', 'Examination', { children: [['Results', '体检结果', 'Results']] }],
  [
    '/Inspection',
    '检测',
    'Inspection',
    {
      permission: 'Pages.XKH.User',
      children: [
        ['ReportrResult', '报告结果', 'Results of reports'],
        ['viewEvaluationReport', '查看评估报告', 'Assessment report', { hidden: true }],
        ['healthadvicedictionary', '健康建议字典', 'Dictionary of advice'],
      ],
    },
  ],
  [
    '/xkh',
    '体检客户',
    'Examined persons',
    {
      children: [
        [
          'vip',
          'VIP客户',
          'VIP clients',
          { permission: 'Pages.CustomerManage.Clients', screen: 'vipClients', lists: 'client' },
        ],
        ['statistics', '体检统计', 'Statistics'],
        ['importantAnomaly', '重要异常', 'Important findings'],
        ['criticalProject', '危急值项目', 'Critical values'],
        ['anomalyConfig', '异常配置', 'Settings of findings'],
        ['reportView', '报告查看', 'Reports'],
        ['inspectionItems', '检查项目', 'Examination items'],
        ['diseaseDictionaries', '疾病字典', 'Diseases'],
        ['viewOrgReport', '团体报告查看', 'Group reports'],
        ['reportViewDetails', '报告详情', 'Report', { hidden: true }],
        ['generateOrgReport', '生成团体报告', 'Make a group report'],
        ['statisticsDetails', '统计详情', 'Details of statistics', { hidden: true }],
        ['alluser', '全部客户', 'All persons'],
        [
          'accompanyingdiseases',
          '陪诊预约',
          'Escort bookings',
          { permission: 'Pages.XKH.User.AccompanyingDiseases', resource: 'escortBooking' },
        ],
        ['ReturnVisit', '回访管理', 'Return visits'],
        ['LargeScreenDataMaintenance', '大屏数据维护', 'Data of the big screen'],
      ],
    },
  ],
  [
    '/intervene',
    '干预',
    'Interventions',
    {
      permission: 'Pages.DL.Intervention',
      children: [
        ['userPlan', '客户干预方案', 'Plans of clients'],
        ['InterventionPlanTemplate', '干预方案模板', 'Templates of plans'],
        ['motion', '运动库', 'Exercises'],
        ['movingTargetUnit', '运动目标单位', 'Units of exercise goals'],
        ['PlanType', '方案类型', 'Types of plans'],
        ['timeSpanType', '时间跨度类型', 'Types of time spans'],
        ['planStatistics', '方案统计', 'Statistics of plans'],
      ],
    },
  ],
  ['/zypg', '专业评估', 'Professional assessment'],
  ['/zyyjkgl', '中医药健康管理', 'Chinese medicine'],
]);
