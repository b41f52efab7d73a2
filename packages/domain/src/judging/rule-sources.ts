/** Sources named by several lists of rules. */
export const pregnancyGuide = '妊娠期高血糖诊治指南（2022）';

export const publicHealth = '国家基本公共卫生服务规范（第三版）';
