export { halfWidth, hasDecimals, typedNumber } from './typed-number.ts';
