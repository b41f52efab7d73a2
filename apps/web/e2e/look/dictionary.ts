import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, picture } from '../browser.ts';
import { soon, type Seen } from './seen.ts';

export function dictionaryTests(seen: Seen): void {
  const page = (): Page => seen().desk.page;
  const tree = (): Locator => page().getByRole('region', { name: '字典类型' });
  const node = (name: string | RegExp): Locator => tree().getByRole('treeitem', { name }).first();
  const menu = (): Promise<readonly string[]> =>
    page().locator('.ant-dropdown:visible').getByRole('menuitem').allInnerTexts();
  const closeMenu = async (): Promise<void> => {
    await page().keyboard.press('Escape');
    await expect.poll(menu, soon).toEqual([]);
  };

  describe('dictionary', () => {
    test('SH-091 categories unfold into types with name, code, number and flag; a type shows its entries', async () => {
      await page().goto(`${seen().product.url}/jcpt/dictionary`);
      await tree().getByText('平台基础 (4)').waitFor();
      expect(await tree().getByText('gender', { exact: false }).count()).toBe(0);
      await node(/平台基础/)
        .locator('.ant-tree-switcher')
        .click();
      const gender = node(/性别/);
      await gender.getByText(/^gender · \d+ · P$/).waitFor();
      const asked = page().waitForRequest(/Dictionary\/GetAll\?/);
      await gender.getByText('性别').click();
      expect(new URL((await asked).url()).searchParams.get('type_codeFilter')).toBe('gender');
      await expect.poll(() => gender.getAttribute('aria-selected'), soon).toBe('true');
      await page().getByRole('cell', { name: '男', exact: true }).waitFor();
      await picture(page(), 'dictionary-tree');
    });

    test('SH-092 a right click, a button and Shift+F10 open the same menu', async () => {
      await node(/平台基础/)
        .getByText('平台基础')
        .click({ button: 'right' });
      await expect.poll(menu, soon).toEqual(['新增类型']);
      await closeMenu();
      await node(/性别/).getByText('性别').click({ button: 'right' });
      await expect.poll(menu, soon).toEqual(['编辑', '删除']);
      expect(
        await page().getByRole('menuitem', { name: '删除' }).getAttribute('aria-disabled'),
        'what is built in stays',
      ).toBe('true');
      await expectAccessible(page(), 'the menu of a type');
      await closeMenu();
      await page().getByRole('button', { name: '更多操作 性别' }).click();
      await expect.poll(menu, soon).toEqual(['编辑', '删除']);
      await closeMenu();
      await tree().locator('.ant-tree-list input, .ant-tree [tabindex="0"]').first().focus();
      await page().keyboard.press('Home');
      await page().keyboard.press('ArrowDown');
      await page().keyboard.press('Shift+F10');
      await expect.poll(async () => (await menu()).length, soon).toBeGreaterThan(0);
      await closeMenu();
      await expect
        .poll(() => page().evaluate(() => document.activeElement?.closest('.ant-tree') !== null), {
          ...soon,
          message: 'the focus is back in the tree',
        })
        .toBe(true);
    });

    test('a word finds types by name and code; a type that is dragged to another category moves after a question', async () => {
      const find = tree().getByRole('textbox', { name: '查找类型' });
      await find.fill('GENDER');
      await node(/性别/).waitFor();
      expect(await tree().getByText('健康档案', { exact: false }).count()).toBe(0);
      await find.fill('');
      await tree()
        .getByText(/^健康档案 \(\d+\)$/)
        .waitFor();
      await node(/性别/)
        .getByText('性别')
        .dragTo(tree().getByText(/^健康档案 \(\d+\)$/));
      const question = page().getByRole('dialog').filter({ hasText: '将“性别”移到分类“健康档案”？' });
      await question.getByRole('button', { name: /取\s*消/ }).click();
      await question.waitFor({ state: 'hidden' });
      await tree().getByText('平台基础 (4)').waitFor();
    });

    test('SH-092 a type is added to its category, changed and deleted', async () => {
      await node(/设备监测/)
        .getByText('设备监测')
        .click({ button: 'right' });
      await page().getByRole('menuitem', { name: '新增类型' }).click();
      const form = page().getByRole('dialog', { name: '新增字典类型' });
      await form.getByLabel('类型名称').fill('佩戴位置');
      await form.getByLabel('类型编码').fill('wear_place');
      await form.getByText('设备监测').first().waitFor();
      await form.getByRole('button', { name: '保存', exact: true }).click();
      await form.waitFor({ state: 'hidden' });
      await tree().getByText('设备监测 (1)').waitFor();
      await node(/设备监测/)
        .locator('.ant-tree-switcher')
        .click();
      await node(/佩戴位置/)
        .getByText('佩戴位置')
        .click({ button: 'right' });
      await page().getByRole('menuitem', { name: '编辑' }).click();
      const edit = page().getByRole('dialog', { name: /编辑字典类型/ });
      await edit.getByLabel('类型名称').fill('佩戴部位');
      await edit.getByRole('button', { name: '保存', exact: true }).click();
      await edit.waitFor({ state: 'hidden' });
      await node(/佩戴部位/)
        .getByText('佩戴部位')
        .dragTo(tree().getByText(/^销售库存 \(\d+\)$/));
      const asked = page().getByRole('dialog').filter({ hasText: '将“佩戴部位”移到分类“销售库存”？' });
      await asked.getByRole('button', { name: /确\s*定/ }).click();
      await tree().getByText('设备监测 (0)').waitFor();
      // A notice under the pointer would stay open and cover the tree.
      await page().mouse.move(0, 0);
      await node(/销售库存/)
        .locator('.ant-tree-switcher')
        .click();
      await node(/佩戴部位/)
        .getByText('佩戴部位')
        .click({ button: 'right' });
      await page().getByRole('menuitem', { name: '删除' }).click();
      const question = page().getByRole('dialog', { name: '确定删除字典类型“佩戴部位”吗？' });
      await question.getByRole('button', { name: '删除' }).click();
      await node(/佩戴部位/).waitFor({ state: 'detached' });
    });
  });
}
