import { contract } from '@kangmai/model';
import { bool, checkFields, permissionsOfAction, text } from '@kangmai/resource';
import { actionInput, answerAction, anyObject, call, servedIn, told } from '../../engine/public.ts';
import { requireSound } from '../../platform/errors.ts';
import { contractCode } from './contracts.ts';

const verdict = {
  pass: bool({ label: '是否通过', en: 'Passes', default: true }),
  remark: text({ label: '审批意见', en: 'Remark' }),
};

/** Approves a contract or, with `pass: false`, sends it back; each is a move of its own for the screens. */
export const approveCall = call({
  wire: 'POST XYJ_Contract/Approve',
  title: '审批合同',
  replaces: true,
  permission: permissionsOfAction(contract, contract.actions.approve),
  resource: contract,
  input: actionInput({ ...contract.actions.approve.input, ...verdict }),
  output: told<unknown>(anyObject),
  run(ctx, body) {
    const { values, problems } = checkFields(verdict, body, ctx.check);
    requireSound(problems);
    const name = values['pass'] === false ? 'sendBack' : 'approve';
    const approveRemark = body.get('approveRemark') ?? body.get('remark');
    return answerAction(servedIn(ctx, contract, contractCode), ctx, { name, body: body.with({ approveRemark }) });
  },
});
