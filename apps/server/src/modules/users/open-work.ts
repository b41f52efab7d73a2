import { workOf } from '@kangmai/model/user-work';
import { z } from 'zod';
import { arrayOf, call, type Call, figuresFor, whole } from '../../engine/public.ts';
import { notFound } from '../../platform/errors.ts';
import { accounts } from '../identity/public.ts';
import { oneForm } from './account-form.ts';

const users = 'Pages.Administration.Users';

export const openWorkCall: Call = call({
  wire: 'GET User/GetOpenWork',
  title: '用户名下未完成的工作',
  permission: [`${users}.Edit`, `${users}.Delete`],
  input: oneForm,
  output: z.object({ items: arrayOf(z.object({ key: z.string(), value: whole, isCapped: z.boolean() })) }),
  run: async (ctx, { id }) => {
    const found = await ctx.first(ctx.from(accounts, 'u').select('u.id').where('u.id', '=', id));
    if (!found) throw notFound('user');
    const items = await figuresFor(ctx, workOf(id));
    return { items: items.map(({ key, value, isCapped }) => ({ key, value, isCapped })) };
  },
});
