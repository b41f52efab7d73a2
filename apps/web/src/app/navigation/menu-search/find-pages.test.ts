import { expect, test } from 'vitest';

import { findPages } from './find-pages.ts';

const searchPage = (path: string, title: string, spoken: string) => ({
  path,
  title,
  groups: [],
  syllables: spoken.split(' '),
});
const pages = [
  searchPage('/userManage/UserList', '客户列表', 'ke hu lie biao'),
  searchPage('/ycjh/yjgl', '硬件管理', 'ying jian guan li'),
  searchPage('/ycjh/Trajectory', '轨迹回放', 'gui ji hui fang'),
  searchPage('/device/lssj', '轨迹回放', 'gui ji hui fang'),
];
const paths = (question: string): string[] => findPages(pages, question).map(({ path }) => path);

test('SH-028 a page is found by its title, by initials, by full pinyin and by its address', () => {
  expect(paths('列表')).toEqual(['/userManage/UserList']);
  expect(paths('khlb')).toEqual(['/userManage/UserList']);
  expect(paths('hulie')).toEqual(['/userManage/UserList']);
  expect(paths('Ke Hu')).toEqual(['/userManage/UserList']);
  expect(paths('traject')).toEqual(['/ycjh/Trajectory']);
  expect(paths('轨迹')).toEqual(['/ycjh/Trajectory', '/device/lssj']);
});

test('SH-028 a syllable is not begun in its middle, and nothing finds nothing', () => {
  expect(paths('iebiao')).toEqual([]);
  expect(paths('  ')).toEqual([]);
  expect(paths('不存在')).toEqual([]);
});

test('the title counts more than the sound, and the sound more than the address', () => {
  expect(paths('g')).toEqual(['/ycjh/yjgl', '/ycjh/Trajectory', '/device/lssj', '/userManage/UserList']);
});
