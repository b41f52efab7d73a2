export { codeSeconds, makeDigits, openCode, type PhoneHolder, placesOf, spendCode } from './proofs.ts';
export { countTry, requireTriesLeft } from './tries.ts';
