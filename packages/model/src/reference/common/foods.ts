import { codesIn, type CommonCodes } from './common-code.ts';

/** The groups of the national food composition tables. */
export const foods: CommonCodes = {
  catalogue: 'food',
  source: '中国食物成分表食物分类',
  codes: codesIn(`
    01 谷类及制品
    02 薯类、淀粉及制品
    03 干豆类及制品
    04 蔬菜类及制品
    05 菌藻类
    06 水果类及制品
    07 坚果、种子类
    08 畜肉类及制品
    09 禽肉类及制品
    10 乳类及制品
    11 蛋类及制品
    12 鱼虾蟹贝类
    13 婴幼儿食品
    14 小吃、甜饼
    15 速食食品
    16 饮料类
    17 含酒精饮料
    18 糖、蜜饯类
    19 油脂类
    20 调味品类
    21 药食两用食物及其他
  `),
};
