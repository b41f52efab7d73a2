import { contract } from '@kangmai/model';
import { bool, checkFields, permissionsOfAction } from '@kangmai/resource';
import { actionInput, answerAction, anyObject, call, servedIn, told } from '../../engine/public.ts';
import { requireSound } from '../../platform/errors.ts';
import { contractCode } from './contracts.ts';

const verdict = { pass: bool({ label: '是否通过', en: 'Passes', default: true }) };

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
    return answerAction(servedIn(ctx, contract, contractCode), ctx, { name, body });
  },
});
